# frozen_string_literal: true

require_relative 'app'
require_relative 'lib/config'
require_relative 'lib/count_requests'
require_relative 'lib/counter'

# Ready for production, by Ruby's own word, since 3.2; it can be switched on like this since 3.3.
RubyVM::YJIT.enable if defined?(RubyVM::YJIT.enable)

config = Config.read(ENV)
# In a cluster, each worker joins it after it was forked.
COUNTER = config.clustered? ? SharedCounter.new : Counter.new

use CountRequests, COUNTER
run App.new(config.shared_dir, COUNTER)
