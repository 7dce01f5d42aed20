#pragma once

#include <Poco/JSON/Object.h>

#include <atomic>
#include <map>
#include <string>

#include "accounts.h"
#include "config.h"
#include "menus.h"
#include "users.h"

/// What all requests share.
struct Resources {
  explicit Resources(const Config& config);

  /// The text of json-large: 100 lines of the shared sentence.
  std::string content;
  /// By their id as a path spells it: a path that is not a number finds none.
  std::map<std::string, Poco::JSON::Object::Ptr> assets;
  std::atomic<Poco::UInt64> requests{0};
  Menus menus;
  Accounts accounts;
  Users users;
};
