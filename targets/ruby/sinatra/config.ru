# frozen_string_literal: true

require_relative 'app'
require_relative 'lib/config'
require_relative 'lib/count_requests'

# Ready for production, by Ruby's own word, since 3.2; it can be switched on like this since 3.3.
RubyVM::YJIT.enable if defined?(RubyVM::YJIT.enable)

config = Config.read(ENV)
App.load_shared(config)
# In a cluster, each worker does so after it was forked: connections do not survive a fork.
App.start_worker(config, 0) unless config.clustered?

use CountRequests, App.counter
run App
