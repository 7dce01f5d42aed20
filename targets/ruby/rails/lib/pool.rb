# frozen_string_literal: true

require 'connection_pool'

# Connections that are opened when they are first needed, and kept.
class Pool
  # Each is less than a client waits, which is 5 s: it is to learn what is wrong.
  WAIT_SECONDS = 4
  CONNECT_SECONDS = 3

  # @param alive whether a connection that has been idle still works
  def initialize(size, alive:, &connect)
    @places = ConnectionPool.new(size: size, timeout: WAIT_SECONDS) { Place.new(connect, alive) }
  end

  def with(&query)
    @places.with { |place| place.use(&query) }
  end

  # Where a connection is kept, or will be. After an error the next query opens a new one: a connection that
  # broke is of no use, and errors are too rare to tell them apart. One that has been idle is asked first: its
  # database may have been started anew.
  class Place
    IDLE_SECONDS = 1

    def initialize(connect, alive)
      @connect = connect
      @alive = alive
      @used = now
    end

    def use
      drop if @connection && now - @used > IDLE_SECONDS && !@alive.call(@connection)
      yield(@connection ||= @connect.call)
    rescue StandardError
      drop
      raise
    ensure
      @used = now
    end

    private

    def drop
      @connection&.close
    ensure
      @connection = nil
    end

    def now
      Process.clock_gettime(Process::CLOCK_MONOTONIC)
    end
  end
  private_constant :Place
end
