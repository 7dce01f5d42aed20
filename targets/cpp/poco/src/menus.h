#pragma once

#include <Poco/JSON/Array.h>

#include <memory>

#include "config.h"
#include "pool.h"

/// The table sys_menu.
class Menus {
 public:
  explicit Menus(const Config& config);
  ~Menus();

  Poco::JSON::Array::Ptr first(int limit);

 private:
  struct Connection;
  Pool<Connection> _pool;
};
