# frozen_string_literal: true

require_relative 'app'

# Ready for production, by Ruby's own word, since 3.2; it can be switched on like this since 3.3.
RubyVM::YJIT.enable if defined?(RubyVM::YJIT.enable)

run App.new(ENV.fetch('SHARED_DIR', ''))
