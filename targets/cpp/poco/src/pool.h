#pragma once

#include <Poco/Exception.h>
#include <Poco/Semaphore.h>

#include <chrono>
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

  /// Lends a connection to `work`. One whose work throws is closed: it may be broken. One that has been idle is asked
  /// first whether it is alive: its database may have been started anew.
  template <class Work>
  auto with(Work work) {
    if (!_free.tryWait(WAIT_MILLISECONDS)) throw Poco::TimeoutException("no connection to the database is free");
    const Place place(_free);
    std::unique_ptr<Connection> connection = take();
    if (!connection) connection = _open();
    auto result = work(*connection);
    const std::lock_guard lock(_mutex);
    _idle.push_back({std::move(connection), Clock::now()});
    return result;
  }

 private:
  using Clock = std::chrono::steady_clock;

  // Less than a client waits: it is to learn what is wrong.
  static constexpr long WAIT_MILLISECONDS = 4'000;
  static constexpr std::chrono::seconds IDLE{1};

  struct Idle {
    std::unique_ptr<Connection> connection;
    Clock::time_point since;
  };

  class Place {
   public:
    explicit Place(Poco::Semaphore& free) : _free(free) {}
    ~Place() { _free.set(); }

   private:
    Poco::Semaphore& _free;
  };

  /// The connection that was used last; none if there is none, or it is not alive.
  std::unique_ptr<Connection> take() {
    Idle last;
    {
      const std::lock_guard lock(_mutex);
      if (_idle.empty()) return nullptr;
      last = std::move(_idle.back());
      _idle.pop_back();
    }
    if (Clock::now() - last.since > IDLE && !last.connection->isAlive()) return nullptr;
    return std::move(last.connection);
  }

  Poco::Semaphore _free;
  Open _open;
  std::mutex _mutex;
  std::vector<Idle> _idle;
};
