#include "config.h"

#include <Poco/Environment.h>
#include <Poco/Exception.h>
#include <Poco/NumberParser.h>

using Poco::Environment;

namespace {

std::optional<std::string> text(const std::string& name) {
  std::string value = Environment::get(name, "");
  if (value.empty()) return std::nullopt;
  return value;
}

int number(const std::string& name, int fallback, int most) {
  const auto value = text(name);
  if (!value) return fallback;
  int number = 0;
  if (Poco::NumberParser::tryParse(*value, number) && number >= 1 && number <= most) return number;
  throw Poco::InvalidArgumentException(
      name + ": expected a number from 1 to " + std::to_string(most) + ", got \"" + *value + "\"");
}

std::optional<std::string> mysqlAddress() {
  const auto host = text("MYSQL_HOST");
  if (!host) return std::nullopt;
  return "host=" + *host + ";port=" + std::to_string(number("MYSQL_PORT", 3306, 65535)) +
         ";user=" + Environment::get("MYSQL_USER", "") + ";password=" + Environment::get("MYSQL_PASSWORD", "") +
         ";db=" + Environment::get("MYSQL_DATABASE", "") + ";character-set=utf8mb4";
}

}  // namespace

Config Config::read() {
  const auto sharedDir = text("SHARED_DIR");
  if (!sharedDir) {
    throw Poco::InvalidArgumentException(
        "SHARED_DIR: expected the folder of sentence.txt and assets.json, it is not set");
  }
  return {
      text("HOST").value_or("127.0.0.1"),
      static_cast<unsigned short>(number("PORT", 8080, 65535)),
      number("DB_POOL_SIZE", 16, 10'000),
      *sharedDir,
      text("PGHOST").has_value(),
      mysqlAddress(),
      text("MONGODB_URI"),
  };
}
