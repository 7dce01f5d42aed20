# frozen_string_literal: true

require 'rails'
require 'action_controller/railtie'
require 'securerandom'
require_relative '../lib/count_requests'
require_relative '../lib/counter'
require_relative '../lib/http_error'
require_relative '../lib/new_account'
require_relative '../lib/settings'
require_relative '../lib/shared_data'
require_relative '../lib/stores'

# Only where it is used: it adds to what every request passes through.
require 'active_record/railtie' if Settings.read(ENV).records?

class Application < Rails::Application
  settings = Settings.read(ENV)
  counter = settings.clustered? ? SharedCounter.new : Counter.new

  config.load_defaults 6.1
  config.root = File.expand_path('..', __dir__)
  config.api_only = true
  # What `rails new` writes for production.
  config.cache_classes = true
  config.eager_load = true
  config.paths.add 'records', eager_load: true if settings.records?
  config.public_file_server.enabled = false
  # A failure is answered, not logged. The level keeps Rails from composing lines that go nowhere; Rails sets that of
  # the logger to it.
  config.logger = Logger.new(nil)
  config.log_level = :fatal
  # Nothing is signed.
  config.secret_key_base = SecureRandom.hex(64)
  config.x.settings = settings
  config.x.counter = counter
  config.x.content = SharedData.content(settings.shared_dir)
  config.x.assets = SharedData.assets(settings.shared_dir)
  config.middleware.insert_before 0, CountRequests, counter
  # Each response is made per request; a digest of it serves no client here.
  config.middleware.delete Rack::ConditionalGet
  config.middleware.delete Rack::ETag
  # Answers what fails before a controller is reached, such as a text that is no UTF-8.
  config.exceptions_app = lambda do |env|
    code = env['PATH_INFO'].delete('/').to_i
    body = { code: code, message: env['action_dispatch.exception'].message }
    [code, { 'Content-Type' => 'application/json; charset=utf-8' }, [body.to_json]]
  end
end
