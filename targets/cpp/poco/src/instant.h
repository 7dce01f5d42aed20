#pragma once

#include <Poco/DateTime.h>
#include <Poco/DateTimeFormatter.h>
#include <Poco/DateTimeParser.h>
#include <Poco/Timestamp.h>

#include <string>

/// Times as the contract writes them, RFC 3339 in UTC, and as columns hold them.

inline std::string instantOf(const Poco::Timestamp& time) {
  return Poco::DateTimeFormatter::format(time, "%Y-%m-%dT%H:%M:%S.%iZ");
}

/// Of a column without a zone as PostgreSQL writes it: 2015-03-01 12:30:00.
inline std::string instantOf(std::string column) {
  // A date without a time has no space: infinity.
  const std::size_t space = column.find(' ');
  if (space != std::string::npos) column[space] = 'T';
  return column + "Z";
}

inline std::string columnOf(const Poco::Timestamp& time) {
  return Poco::DateTimeFormatter::format(time, "%Y-%m-%d %H:%M:%S.%i");
}

/// Columns hold milliseconds.
inline Poco::Timestamp toMilliseconds(const Poco::Timestamp& time) {
  return time - time.epochMicroseconds() % 1'000;
}

/// Throws a Poco::SyntaxException if the text is no instant.
inline Poco::Timestamp readInstant(const std::string& text) {
  int zone = 0;
  Poco::DateTime time = Poco::DateTimeParser::parse("%Y-%m-%dT%H:%M:%s%z", text, zone);
  time.makeUTC(zone);
  return time.timestamp();
}
