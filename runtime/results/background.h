// Background: one thread that does things in order, while the caller goes on.
//
//   Background writer;
//   writer.add([…] { series->append(…); });   // waits only if two are waiting already
//   writer.check();                           // throws what one of them has thrown
//   writer.wait();                            // until all are done; throws as well
//
// After one that threw nothing more is done.
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
  std::deque<std::function<void()>> tasks_; ///< the first one is being done
  std::exception_ptr failure_;
  bool ends_ = false;
  std::thread thread_; ///< started with the first task
};

} // namespace eulerc
