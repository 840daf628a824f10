// The thread of Background and its queue of at most two tasks (background.h).

#include "results/background.h"

#include <utility>

namespace eulerc {

Background::~Background() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable())
    thread_.join();
}

void Background::rethrow() {
  if (failure_)
    std::rethrow_exception(std::exchange(failure_, nullptr));
}

void Background::add(std::function<void()> task) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return tasks_.size() < 2 || failure_; });
  rethrow();
  tasks_.push_back(std::move(task));
  if (!thread_.joinable())
    thread_ = std::thread([this] { work(); });
  changed_.notify_all();
}

void Background::check() {
  const std::lock_guard lock(mutex_);
  rethrow();
}

void Background::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return tasks_.empty(); });
  rethrow();
}

void Background::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return !tasks_.empty() || ends_; });
    if (tasks_.empty())
      return;
    std::function<void()> task = std::move(tasks_.front());
    lock.unlock();
    std::exception_ptr failure;
    try {
      task();
    } catch (...) {
      failure = std::current_exception();
    }
    task = nullptr; // frees its memory before the next task needs it
    lock.lock();
    tasks_.pop_front();
    if (failure) {
      failure_ = failure;
      tasks_.clear();
    }
    changed_.notify_all();
  }
}

} // namespace eulerc
