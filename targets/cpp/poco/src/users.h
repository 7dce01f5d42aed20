#pragma once

#include <Poco/JSON/Array.h>

#include <memory>

#include "config.h"

/// The collection users. Poco's own client of MongoDB speaks a protocol that servers no longer understand.
class Users {
 public:
  explicit Users(const Config& config);
  ~Users();

  Poco::JSON::Array::Ptr all();

 private:
  struct Driver;
  std::unique_ptr<Driver> _driver;
};
