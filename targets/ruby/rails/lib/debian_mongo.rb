# frozen_string_literal: true

# What the driver of Debian 12, 2.5.1 of 2018, needs on a Ruby of today. Newer drivers need none of it.

# Ruby 3.0 took this method away.
URI.define_singleton_method(:decode) { |text| decode_www_form_component(text) }

# The driver has the garbage collector close cursors that were not read to their end, with a lock that Ruby does
# not let it take there: each cursor would print a warning. Here all cursors are read to their end.
Mongo::Cursor.define_singleton_method(:finalize) { |*| proc {} }
