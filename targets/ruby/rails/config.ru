# frozen_string_literal: true

require_relative 'config/application'

Rails.application.initialize!

own = Rails.configuration.x
# In a cluster, each worker does so after it was forked: connections do not survive a fork.
Stores.start_worker(own.settings, own.counter, 0) unless own.settings.clustered?

run Rails.application
