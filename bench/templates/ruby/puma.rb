# frozen_string_literal: true

require_relative 'lib/config'

config = Config.read(ENV)
bind config.address
# Puma's own number for a Ruby whose threads take turns: more of them only wait for each other.
threads 5, 5

# Puma closes a connection after 999 requests unless told otherwise, since version 7.
max_keep_alive Float::INFINITY if respond_to?(:max_keep_alive)
# Of a body, in bytes. Puma 5 reads one whatever its length.
http_content_length_limit 1_000_000 if respond_to?(:http_content_length_limit)
# How long requests under way may take to finish after SIGTERM.
force_shutdown_after 1

if config.clustered?
  workers config.workers
  worker_shutdown_timeout 2
  # The server stands still while others are measured: no worker is to be replaced for that.
  worker_timeout 3_600
  preload_app!
  # The hook's name up to Puma 6, and from Puma 7 on.
  hook = respond_to?(:before_worker_boot) ? :before_worker_boot : :on_worker_boot
  public_send(hook) { |index| COUNTER.join(index) }
end
