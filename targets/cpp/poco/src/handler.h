#pragma once

#include <Poco/Net/HTTPRequestHandler.h>
#include <Poco/Net/HTTPRequestHandlerFactory.h>
#include <Poco/URI.h>

#include <string>

#include "resources.h"

class Handler : public Poco::Net::HTTPRequestHandler {
 public:
  explicit Handler(Resources& resources) : _resources(resources) {}

  void handleRequest(Poco::Net::HTTPServerRequest& request, Poco::Net::HTTPServerResponse& response) override;

 private:
  void route(Poco::Net::HTTPServerRequest& request, Poco::Net::HTTPServerResponse& response);
  void get(const Poco::URI& uri, Poco::Net::HTTPServerResponse& response);
  void menus(const Poco::URI& uri, Poco::Net::HTTPServerResponse& response);
  void addAccount(Poco::Net::HTTPServerRequest& request, Poco::Net::HTTPServerResponse& response);

  Resources& _resources;
};

/// Counts a request before anything answers it.
class HandlerFactory : public Poco::Net::HTTPRequestHandlerFactory {
 public:
  explicit HandlerFactory(Resources& resources) : _resources(resources) {}

  Poco::Net::HTTPRequestHandler* createRequestHandler(const Poco::Net::HTTPServerRequest&) override {
    ++_resources.requests;
    return new Handler(_resources);
  }

 private:
  Resources& _resources;
};
