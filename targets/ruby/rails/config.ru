# frozen_string_literal: true

require_relative 'config/application'

# Ready for production, by Ruby's own word, since 3.2; it can be switched on like this since 3.3.
RubyVM::YJIT.enable if defined?(RubyVM::YJIT.enable)

Rails.application.initialize!

own = Rails.configuration.x
# In a cluster, each worker does so after it was forked: connections do not survive a fork.
Stores.start_worker(own.settings, own.counter, 0) unless own.settings.clustered?

run Rails.application
