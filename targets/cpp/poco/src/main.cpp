#include <Poco/Data/MySQL/Connector.h>
#include <Poco/Data/PostgreSQL/Connector.h>
#include <Poco/Exception.h>
#include <Poco/Net/HTTPServer.h>
#include <Poco/Net/HTTPServerParams.h>
#include <Poco/Net/ServerSocket.h>
#include <Poco/Net/SocketAddress.h>
#include <Poco/ThreadPool.h>
#include <Poco/Util/ServerApplication.h>

#include <csignal>
#include <iostream>

#include "resources.h"
#include "config.h"
#include "handler.h"

namespace {

/// A connection has a thread as long as it is open, so threads are as many as connections may be.
constexpr int MOST_CONNECTIONS = 1'024;
constexpr int BACKLOG = 8'192;

/// Before there are threads: any that does not block a signal would end the process, where Poco waits for it in one.
void blockSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGQUIT, SIGTERM}) sigaddset(&signals, signal);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

}  // namespace

class Server : public Poco::Util::ServerApplication {
 protected:
  int main(const std::vector<std::string>&) override {
    try {
      serve(Config::read());
      return EXIT_OK;
    } catch (const Poco::Exception& problem) {
      std::cerr << "poco: " << problem.displayText() << std::endl;
      return EXIT_CONFIG;
    }
  }

 private:
  void serve(const Config& config) {
    blockSignals();
    Poco::Data::MySQL::Connector::registerConnector();
    Poco::Data::PostgreSQL::Connector::registerConnector();
    Resources resources(config);
    Poco::Net::HTTPServerParams::Ptr params = new Poco::Net::HTTPServerParams;
    params->setMaxThreads(MOST_CONNECTIONS);
    params->setMaxQueued(BACKLOG);
    Poco::ThreadPool threads(2, MOST_CONNECTIONS);
    const Poco::Net::ServerSocket socket(Poco::Net::SocketAddress(config.host, config.port), BACKLOG);
    Poco::Net::HTTPServer server(new HandlerFactory(resources), threads, socket, params);
    server.start();
    waitForTerminationRequest();
    // Requests under way are answered, and their connections closed.
    server.stopAll();
    threads.joinAll();
  }
};

POCO_SERVER_MAIN(Server)
