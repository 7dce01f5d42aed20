#include "resources.h"

#include <Poco/FileStream.h>
#include <Poco/JSON/Array.h>
#include <Poco/JSON/Parser.h>
#include <Poco/Path.h>
#include <Poco/StreamCopier.h>
#include <Poco/String.h>

namespace {

std::string read(const std::string& folder, const std::string& name) {
  Poco::FileInputStream file(Poco::Path(folder, name).toString());
  std::string text;
  Poco::StreamCopier::copyToString(file, text);
  return text;
}

}  // namespace

Resources::Resources(const Config& config) : menus(config), accounts(config), users(config) {
  const std::string sentence = Poco::trim(read(config.sharedDir, "sentence.txt"));
  for (int line = 0; line < 100; ++line) content += (line == 0 ? "" : "\n") + sentence;
  const auto parsed = Poco::JSON::Parser().parse(read(config.sharedDir, "assets.json"));
  const auto list = parsed.extract<Poco::JSON::Array::Ptr>();
  for (unsigned at = 0; at < list->size(); ++at) {
    const Poco::JSON::Object::Ptr asset = list->getObject(at);
    assets[asset->getValue<std::string>("id")] = asset;
  }
}
