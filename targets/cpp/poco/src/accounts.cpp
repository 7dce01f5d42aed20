#include "accounts.h"

#include <Poco/Any.h>
#include <Poco/Data/Session.h>
#include <Poco/Data/Statement.h>
#include <Poco/DateTime.h>

#include <string>
#include <vector>

#include "answers.h"
#include "instant.h"

using namespace Poco::Data::Keywords;
using Poco::JSON::Array;
using Poco::JSON::Object;

namespace {

const std::string COLUMNS = "id, created_at, updated_at, register_date, name, nick_name, introduction, status";

/// What a client sends.
struct NewAccount {
  Poco::Timestamp registerDate;
  std::string name, password, nickName, introduction;
  int status;

  static NewAccount read(const Object& body) {
    const auto text = [&body](const std::string& key) {
      const Poco::Dynamic::Var value = body.get(key);
      if (!value.isString()) throw Poco::DataFormatException(key + ": expected a text");
      return value.extract<std::string>();
    };
    const Poco::Dynamic::Var status = body.get("status");
    if (!status.isInteger() || status.isBoolean()) throw Poco::DataFormatException("status: expected a number");
    return {
        toMilliseconds(readInstant(text("register_date"))),
        text("name"),
        text("password"),
        text("nick_name"),
        text("introduction"),
        // What the column holds.
        status.convert<Poco::Int16>(),
    };
  }
};

/// The rows of a query, by column.
struct Rows {
  std::vector<Poco::Int64> id;
  std::vector<Poco::DateTime> createdAt, updatedAt, registerDate;
  std::vector<std::string> name, nickName, introduction;
  std::vector<int> status;

  void extractFrom(Poco::Data::Statement& select) {
    select, into(id), into(createdAt), into(updatedAt), into(registerDate), into(name), into(nickName),
        into(introduction), into(status);
  }

  void clear() {
    id.clear();
    for (auto* column : {&createdAt, &updatedAt, &registerDate}) column->clear();
    for (auto* column : {&name, &nickName, &introduction}) column->clear();
    status.clear();
  }

  Object::Ptr shown(std::size_t row) const {
    Object::Ptr account = new Object;
    account->set("id", id[row]);
    account->set("created_at", instantOf(createdAt[row].timestamp()));
    account->set("updated_at", instantOf(updatedAt[row].timestamp()));
    account->set("register_date", instantOf(registerDate[row].timestamp()));
    account->set("name", name[row]);
    account->set("nick_name", nickName[row]);
    account->set("introduction", introduction[row]);
    account->set("status", status[row]);
    return account;
  }
};

}  // namespace

struct Accounts::Connection {
  Poco::Data::Session session;
  Poco::Int64 id = 0;
  Rows rows;
  std::string now, registerDate;
  NewAccount added{};
  Poco::Data::Statement selectAll{session}, selectOne{session}, insert{session};

  explicit Connection(const std::string& address) : session("MySQL", address, 3) {
    selectAll << "select " + COLUMNS + " from accounts order by id";
    rows.extractFrom(selectAll);
    selectOne << "select " + COLUMNS + " from accounts where id = ?", use(id);
    rows.extractFrom(selectOne);
    insert << "insert into accounts (created_at, updated_at, register_date, name, password, nick_name, introduction,"
              " status) values (?, ?, ?, ?, ?, ?, ?, ?)",
        use(now), use(now), use(registerDate), use(added.name), use(added.password), use(added.nickName),
        use(added.introduction), use(added.status);
  }

  bool isAlive() { return answers(session); }

  Array::Ptr all() {
    rows.clear();
    selectAll.execute();
    Array::Ptr accounts = new Array;
    for (std::size_t row = 0; row < rows.id.size(); ++row) accounts->add(rows.shown(row));
    return accounts;
  }

  Object::Ptr find(Poco::Int64 wanted) {
    id = wanted;
    rows.clear();
    selectOne.execute();
    return rows.id.empty() ? Object::Ptr() : rows.shown(0);
  }

  Object::Ptr add(const NewAccount& account) {
    const Poco::Timestamp time = toMilliseconds(Poco::Timestamp());
    added = account;
    now = columnOf(time);
    registerDate = columnOf(account.registerDate);
    insert.execute();
    Object::Ptr shown = new Object;
    shown->set("id", Poco::AnyCast<Poco::UInt64>(session.getProperty("insertId")));
    shown->set("created_at", instantOf(time));
    shown->set("updated_at", instantOf(time));
    shown->set("register_date", instantOf(account.registerDate));
    shown->set("name", account.name);
    shown->set("nick_name", account.nickName);
    shown->set("introduction", account.introduction);
    shown->set("status", account.status);
    return shown;
  }
};

Accounts::Accounts(const Config& config)
    : _pool(config.poolSize, [address = config.mysql] {
        if (!address) throw Poco::IllegalStateException("no database: MYSQL_HOST is not set");
        return std::make_unique<Connection>(*address);
      }) {}

Accounts::~Accounts() = default;

Array::Ptr Accounts::all() {
  return _pool.with([](Connection& connection) { return connection.all(); });
}

Object::Ptr Accounts::find(Poco::Int64 id) {
  return _pool.with([id](Connection& connection) { return connection.find(id); });
}

Object::Ptr Accounts::add(const Object& body) {
  const NewAccount account = NewAccount::read(body);
  return _pool.with([&account](Connection& connection) { return connection.add(account); });
}
