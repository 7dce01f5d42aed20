#include "users.h"

#include <Poco/Exception.h>
#include <Poco/JSON/Object.h>
#include <Poco/Timestamp.h>
#include <mongoc/mongoc.h>

#include <string>

#include "instant.h"

using Poco::JSON::Array;
using Poco::JSON::Object;

namespace {

/// Frees what the driver made, by the driver's own function.
template <class Made, void (*release)(Made*)>
struct Released {
  void operator()(Made* made) const { release(made); }
};
template <class Made, void (*release)(Made*)>
using Owned = std::unique_ptr<Made, Released<Made, release>>;

using Uri = Owned<mongoc_uri_t, mongoc_uri_destroy>;
using ClientPool = Owned<mongoc_client_pool_t, mongoc_client_pool_destroy>;
using Collection = Owned<mongoc_collection_t, mongoc_collection_destroy>;
using Cursor = Owned<mongoc_cursor_t, mongoc_cursor_destroy>;

/// Apart from those above, because a template would lose the alignment of its type.
class Document {
 public:
  explicit Document(bson_t* made) : _made(made) {}
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;
  ~Document() { bson_destroy(_made); }

  const bson_t* get() const { return _made; }

 private:
  bson_t* _made;
};

Object::Ptr shown(const bson_t& document) {
  Object::Ptr user = new Object;
  bson_iter_t field;
  bson_iter_init(&field, &document);
  while (bson_iter_next(&field)) {
    const std::string key = bson_iter_key(&field);
    if (BSON_ITER_HOLDS_OID(&field)) {
      char id[25];
      bson_oid_to_string(bson_iter_oid(&field), id);
      user->set("id", std::string(id));
    } else if (BSON_ITER_HOLDS_UTF8(&field)) {
      user->set(key, std::string(bson_iter_utf8(&field, nullptr)));
    } else if (BSON_ITER_HOLDS_DATE_TIME(&field)) {
      user->set(key, instantOf(Poco::Timestamp(bson_iter_date_time(&field) * 1'000)));
    }
  }
  return user;
}

}  // namespace

struct Users::Driver {
  Uri uri;
  ClientPool pool;
  std::string database;

  Driver(const std::string& address, int poolSize) : uri(mongoc_uri_new(address.c_str())) {
    if (!uri) throw Poco::InvalidArgumentException("MONGODB_URI: expected the address of a database");
    mongoc_uri_set_option_as_int32(uri.get(), MONGOC_URI_SERVERSELECTIONTIMEOUTMS, 3'000);
    mongoc_uri_set_option_as_int32(uri.get(), MONGOC_URI_WAITQUEUETIMEOUTMS, 4'000);
    mongoc_uri_set_option_as_int32(uri.get(), MONGOC_URI_MAXPOOLSIZE, poolSize);
    pool.reset(mongoc_client_pool_new(uri.get()));
    database = mongoc_uri_get_database(uri.get());
  }
};

Users::Users(const Config& config) {
  mongoc_init();
  // No line for a request, nor for one that failed: its answer says so.
  mongoc_log_set_handler(nullptr, nullptr);
  if (config.mongodb) _driver = std::make_unique<Driver>(*config.mongodb, config.poolSize);
}

Users::~Users() = default;

Array::Ptr Users::all() {
  if (!_driver) throw Poco::IllegalStateException("no database: MONGODB_URI is not set");
  mongoc_client_pool_t* pool = _driver->pool.get();
  auto giveBack = [pool](mongoc_client_t* client) { mongoc_client_pool_push(pool, client); };
  const std::unique_ptr<mongoc_client_t, decltype(giveBack)> client(mongoc_client_pool_pop(pool), giveBack);
  if (!client) throw Poco::TimeoutException("no connection to the database is free");
  const Collection users(mongoc_client_get_collection(client.get(), _driver->database.c_str(), "users"));
  const Document every(bson_new());
  const Document inOrder(BCON_NEW("sort", "{", "_id", BCON_INT32(1), "}"));
  const Cursor cursor(mongoc_collection_find_with_opts(users.get(), every.get(), inOrder.get(), nullptr));
  Array::Ptr found = new Array;
  const bson_t* document = nullptr;
  while (mongoc_cursor_next(cursor.get(), &document)) found->add(shown(*document));
  bson_error_t error;
  if (mongoc_cursor_error(cursor.get(), &error)) throw Poco::RuntimeException(error.message);
  return found;
}
