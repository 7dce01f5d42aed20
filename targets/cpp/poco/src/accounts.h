#pragma once

#include <Poco/JSON/Array.h>
#include <Poco/JSON/Object.h>
#include <Poco/Types.h>

#include "config.h"
#include "pool.h"

/// The table accounts.
class Accounts {
 public:
  explicit Accounts(const Config& config);
  ~Accounts();

  Poco::JSON::Array::Ptr all();

  /// Returns null if there is none.
  Poco::JSON::Object::Ptr find(Poco::Int64 id);

  /// Throws a Poco::DataFormatException if the object describes no account.
  Poco::JSON::Object::Ptr add(const Poco::JSON::Object& body);

 private:
  struct Connection;
  Pool<Connection> _pool;
};
