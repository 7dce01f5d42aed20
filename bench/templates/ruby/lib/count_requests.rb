# frozen_string_literal: true

# Rack middleware in front of the application: counts a request before anything answers it.
class CountRequests
  def initialize(app, counter)
    @app = app
    @counter = counter
  end

  def call(env)
    @counter.add
    @app.call(env)
  end
end
