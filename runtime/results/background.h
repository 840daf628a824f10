// Background: one thread that does tasks in order, while the caller continues.
//
//   Background writer;
//   writer.add([…] { series->append(…); });   // waits only if two tasks are waiting already
//   writer.check();                           // rethrows the exception of a task
//   writer.wait();                            // until all tasks are done; rethrows as well
//
// After a task that threw, no further task is done.
#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

namespace eulerc {

class Background {
public:
  Background() = default;
  Background(const Background &) = delete;
  Background &operator=(const Background &) = delete;
  ~Background();

  void add(std::function<void()> task);
  void check();
  void wait();

private:
  void work();
  void rethrow();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_; ///< the first one is in progress
  std::exception_ptr failure_;
  bool ends_ = false;
  std::thread thread_; ///< started with the first task
};

} // namespace eulerc
