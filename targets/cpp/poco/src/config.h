#pragma once

#include <optional>
#include <string>

/// What the environment says about where and with what to serve.
struct Config {
  std::string host;
  unsigned short port;
  int poolSize;
  std::string sharedDir;
  /// Whether there is PostgreSQL: libpq reads the rest from the environment by itself.
  bool hasPostgresql;
  /// A connection string; none if there is no MySQL.
  std::optional<std::string> mysql;
  std::optional<std::string> mongodb;

  /// Throws a Poco::InvalidArgumentException that names the variable that is wrong.
  static Config read();
};
