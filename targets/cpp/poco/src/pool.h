#pragma once

#include <Poco/Exception.h>
#include <Poco/Semaphore.h>

#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

/// Connections with the statements that they have prepared, opened when first needed and kept. Poco's own pool of
/// sessions throws when none is free, and keeps no statement.
template <class Connection>
class Pool {
 public:
  using Open = std::function<std::unique_ptr<Connection>()>;

  Pool(int size, Open open) : _free(size, size), _open(std::move(open)) {}

  /// Lends a connection to `work`. One whose work throws is closed: it may be broken.
  template <class Work>
  auto with(Work work) {
    if (!_free.tryWait(WAIT_MILLISECONDS)) throw Poco::TimeoutException("no connection to the database is free");
    const Place place(_free);
    std::unique_ptr<Connection> connection = take();
    if (!connection) connection = _open();
    auto result = work(*connection);
    const std::lock_guard lock(_mutex);
    _idle.push_back(std::move(connection));
    return result;
  }

 private:
  static constexpr long WAIT_MILLISECONDS = 5'000;

  class Place {
   public:
    explicit Place(Poco::Semaphore& free) : _free(free) {}
    ~Place() { _free.set(); }

   private:
    Poco::Semaphore& _free;
  };

  std::unique_ptr<Connection> take() {
    const std::lock_guard lock(_mutex);
    if (_idle.empty()) return nullptr;
    std::unique_ptr<Connection> connection = std::move(_idle.back());
    _idle.pop_back();
    return connection;
  }

  Poco::Semaphore _free;
  Open _open;
  std::mutex _mutex;
  std::vector<std::unique_ptr<Connection>> _idle;
};
