#include "menus.h"

#include <Poco/Data/Session.h>
#include <Poco/Data/Statement.h>
#include <Poco/JSON/Object.h>
#include <Poco/Nullable.h>

#include <string>
#include <vector>

#include "answers.h"
#include "instant.h"

using namespace Poco::Data::Keywords;
using Poco::JSON::Array;
using Poco::JSON::Object;

struct Menus::Connection {
  Poco::Data::Session session{"PostgreSQL", "connect_timeout=3"};
  int limit = 0;
  std::vector<std::string> id, name, createDate, code;
  std::vector<int> showFlag;
  std::vector<Poco::Nullable<std::string>> parentCode;
  std::unique_ptr<Poco::Data::Statement> select = std::make_unique<Poco::Data::Statement>(session);

  Connection() {
    *select << "select id, name, show_flag, create_date, code, parent_code from sys_menu order by id limit $1",
        into(id), into(name), into(showFlag), into(createDate), into(code), into(parentCode), use(limit);
  }

  bool isAlive() { return answers(session); }

  Array::Ptr first(int rows) {
    limit = rows;
    for (auto* column : {&id, &name, &createDate, &code}) column->clear();
    showFlag.clear();
    parentCode.clear();
    execute();
    Array::Ptr menus = new Array;
    for (std::size_t row = 0; row < id.size(); ++row) {
      Object::Ptr menu = new Object;
      menu->set("id", id[row]);
      menu->set("name", name[row]);
      menu->set("show_flag", showFlag[row]);
      menu->set("create_date", instantOf(createDate[row]));
      menu->set("code", code[row]);
      if (parentCode[row].isNull()) {
        menu->set("parent_code", Poco::Dynamic::Var());
      } else {
        menu->set("parent_code", parentCode[row].value());
      }
      menus->add(menu);
    }
    return menus;
  }

  void execute() {
    try {
      select->execute();
    } catch (...) {
      // POCO 1.11 frees the result before the failure again when it ends the statement, so this one is never ended.
      static_cast<void>(select.release());
      throw;
    }
  }
};

Menus::Menus(const Config& config)
    : _pool(config.poolSize, [hasDatabase = config.hasPostgresql] {
        if (!hasDatabase) throw Poco::IllegalStateException("no database: PGHOST is not set");
        return std::make_unique<Connection>();
      }) {}

Menus::~Menus() = default;

Array::Ptr Menus::first(int limit) {
  return _pool.with([limit](Connection& connection) { return connection.first(limit); });
}
