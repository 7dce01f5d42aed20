#include "handler.h"

#include <Poco/Exception.h>
#include <Poco/JSON/Object.h>
#include <Poco/JSON/Parser.h>
#include <Poco/JSON/Stringifier.h>
#include <Poco/Net/HTTPServerRequest.h>
#include <Poco/Net/HTTPServerResponse.h>
#include <Poco/Net/NetException.h>
#include <Poco/NumberParser.h>

#include <algorithm>
#include <array>
#include <limits>
#include <sstream>

using Poco::Dynamic::Var;
using Poco::JSON::Object;
using Poco::Net::HTTPRequest;
using Poco::Net::HTTPResponse;
using Poco::Net::HTTPServerRequest;
using Poco::Net::HTTPServerResponse;

namespace {

/// Answered with status 400.
class BadRequest : public Poco::RuntimeException {
 public:
  using Poco::RuntimeException::RuntimeException;
};

/// Answered with status 413.
class BodyTooLarge : public Poco::RuntimeException {
 public:
  using Poco::RuntimeException::RuntimeException;
};

constexpr std::size_t MOST_BODY_BYTES = 1'000'000;

void send(HTTPServerResponse& response, const std::string& type, const std::string& body) {
  response.setContentType(type);
  response.sendBuffer(body.data(), body.size());
}

void sendJson(HTTPServerResponse& response, const Var& body, HTTPResponse::HTTPStatus status = HTTPResponse::HTTP_OK) {
  std::ostringstream text;
  Poco::JSON::Stringifier::stringify(body, text);
  response.setStatusAndReason(status);
  send(response, "application/json", text.str());
}

Object message(const Var& code, const Var& message) {
  Object object;
  object.set("code", code);
  object.set("message", message);
  return object;
}

void sendError(HTTPServerResponse& response, HTTPResponse::HTTPStatus status, const std::string& what) {
  sendJson(response, message(static_cast<int>(status), what), status);
}

void notFound(HTTPServerResponse& response) { sendError(response, HTTPResponse::HTTP_NOT_FOUND, "not found"); }

std::string bodyOf(HTTPServerRequest& request) {
  std::string body;
  std::array<char, 8'192> part;
  for (std::istream& stream = request.stream(); stream;) {
    stream.read(part.data(), part.size());
    body.append(part.data(), static_cast<std::size_t>(stream.gcount()));
    if (body.size() > MOST_BODY_BYTES) throw BodyTooLarge("expected at most 1 MB");
  }
  return body;
}

bool isDigit(char character) { return character >= '0' && character <= '9'; }

/// What follows a prefix; empty if the path does not begin with it.
std::string after(const std::string& prefix, const std::string& path) {
  return path.compare(0, prefix.size(), prefix) == 0 ? path.substr(prefix.size()) : "";
}

}  // namespace

void Handler::handleRequest(HTTPServerRequest& request, HTTPServerResponse& response) {
  try {
    route(request, response);
  } catch (const BadRequest& problem) {
    sendError(response, HTTPResponse::HTTP_BAD_REQUEST, problem.message());
  } catch (const BodyTooLarge& problem) {
    // What is left of the body would be read as the next request.
    response.setKeepAlive(false);
    sendError(response, HTTPResponse::HTTP_REQUEST_ENTITY_TOO_LARGE, problem.message());
  } catch (const Poco::Net::NetException&) {
    // The client has left.
    throw;
  } catch (const Poco::Exception& failure) {
    sendError(response, HTTPResponse::HTTP_INTERNAL_SERVER_ERROR, failure.displayText());
  } catch (const std::exception& failure) {
    sendError(response, HTTPResponse::HTTP_INTERNAL_SERVER_ERROR, failure.what());
  }
}

void Handler::route(HTTPServerRequest& request, HTTPServerResponse& response) {
  Poco::URI uri;
  try {
    uri = Poco::URI(request.getURI());
  } catch (const Poco::SyntaxException& problem) {
    throw BadRequest(problem.message());
  }
  if (request.getMethod() == HTTPRequest::HTTP_POST && uri.getPath() == "/accounts") {
    return addAccount(request, response);
  }
  // A body that nobody asked for would be read as the next request.
  if (request.hasContentLength() || request.getChunkedTransferEncoding()) {
    request.stream().ignore(std::numeric_limits<std::streamsize>::max());
  }
  if (request.getMethod() == HTTPRequest::HTTP_GET || request.getMethod() == HTTPRequest::HTTP_HEAD) {
    return get(uri, response);
  }
  notFound(response);
}

void Handler::get(const Poco::URI& uri, HTTPServerResponse& response) {
  const std::string& path = uri.getPath();
  if (path == "/plaintext") return send(response, "text/plain", "Hello, World!");
  if (path == "/json") {
    Object body;
    body.set("status", 1);
    body.set("msg", "成功");
    return sendJson(response, body);
  }
  if (path == "/json-large") {
    Object body;
    body.set("content", _resources.content);
    body.set("size", 100);
    body.set("price", 10.12);
    body.set("vip", true);
    return sendJson(response, body);
  }
  if (path == "/error") throw BadRequest("abcd");
  if (path == "/count") return sendJson(response, message(200, _resources.requests.load()));
  if (path == "/healthz") return send(response, "text/plain", "ok");
  if (path == "/menus") return menus(uri, response);
  if (path == "/accounts") return sendJson(response, _resources.accounts.all());
  if (path == "/users") return sendJson(response, _resources.users.all());
  const auto asset = _resources.assets.find(after("/assets/", path));
  if (asset != _resources.assets.end()) return sendJson(response, asset->second);
  const std::string id = after("/accounts/", path);
  // So many digits fit a long; any other path is an unknown one.
  if (!id.empty() && id.size() <= 18 && std::all_of(id.begin(), id.end(), isDigit)) {
    const Object::Ptr account = _resources.accounts.find(Poco::NumberParser::parse64(id));
    if (account) return sendJson(response, account);
  }
  notFound(response);
}

void Handler::menus(const Poco::URI& uri, HTTPServerResponse& response) {
  std::string given = "11";
  try {
    for (const auto& [name, value] : uri.getQueryParameters()) {
      if (name == "limit") given = value;
    }
  } catch (const Poco::SyntaxException& problem) {
    throw BadRequest(problem.message());
  }
  int limit = 0;
  if (given.size() > 2 || !Poco::NumberParser::tryParse(given, limit) || limit < 1 || limit > 11) {
    throw BadRequest("limit: expected a number from 1 to 11, got \"" + given + "\"");
  }
  Object body;
  body.set("status", 1);
  body.set("msg", "success");
  body.set("data", _resources.menus.first(limit));
  sendJson(response, body);
}

void Handler::addAccount(HTTPServerRequest& request, HTTPServerResponse& response) {
  const std::string body = bodyOf(request);
  Object::Ptr account;
  try {
    const Var parsed = Poco::JSON::Parser().parse(body);
    if (parsed.type() != typeid(Object::Ptr)) throw BadRequest("expected a JSON object");
    account = _resources.accounts.add(*parsed.extract<Object::Ptr>());
  } catch (const Poco::JSON::JSONException& problem) {
    throw BadRequest(problem.displayText());
  } catch (const Poco::SyntaxException& problem) {
    throw BadRequest(problem.displayText());
  } catch (const Poco::DataFormatException& problem) {
    throw BadRequest(problem.message());
  } catch (const Poco::RangeException&) {
    throw BadRequest("status: expected a number from -32768 to 32767");
  }
  sendJson(response, account, HTTPResponse::HTTP_CREATED);
}
