# frozen_string_literal: true

require 'connection_pool'

# Connections that are opened when they are first needed, and kept.
class Pool
  TIMEOUT_SECONDS = 5

  def initialize(size, &connect)
    @places = ConnectionPool.new(size: size, timeout: TIMEOUT_SECONDS) { Place.new(connect) }
  end

  def with(&query)
    @places.with { |place| place.use(&query) }
  end

  # Where a connection is kept, or will be. After an error the next query opens a new one: a connection that
  # broke is of no use, and errors are too rare to tell them apart.
  class Place
    def initialize(connect)
      @connect = connect
    end

    def use
      yield(@connection ||= @connect.call)
    rescue StandardError
      @connection&.close
      @connection = nil
      raise
    end
  end
  private_constant :Place
end
