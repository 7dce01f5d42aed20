#pragma once

#include <Poco/Data/Session.h>
#include <Poco/Data/Statement.h>
#include <Poco/Exception.h>

/// Whether the database at the other end of a session still answers.
inline bool answers(Poco::Data::Session& session) {
  try {
    int one = 0;
    session << "select 1", Poco::Data::Keywords::into(one), Poco::Data::Keywords::now;
    return one == 1;
  } catch (const Poco::Exception&) {
    return false;
  }
}
