# frozen_string_literal: true

host = ENV.fetch('HOST', '127.0.0.1')
bind "tcp://#{host.include?(':') ? "[#{host}]" : host}:#{ENV.fetch('PORT', '8080')}"
# Puma's own number for a Ruby whose threads take turns: more of them only wait for each other.
threads 5, 5

# Puma closes a connection after 999 requests unless told otherwise, since version 7.
max_keep_alive Float::INFINITY if respond_to?(:max_keep_alive)
# Of a body, in bytes. Puma 5 reads one whatever its length.
http_content_length_limit 1_000_000 if respond_to?(:http_content_length_limit)
# How long requests under way may take to finish after SIGTERM.
force_shutdown_after 1
