# frozen_string_literal: true

require 'mongo'
require 'time'
require_relative 'debian_mongo' if Mongo::VERSION.start_with?('2.5.')

# No line for a request, nor for one that failed: its answer says so.
Mongo::Logger.logger.level = Logger::FATAL

# The collection users.
class Users
  WAIT_SECONDS = 4

  def initialize(uri, size)
    @uri = uri
    @size = size
    @lock = Mutex.new
  end

  def all
    users.find.sort(_id: 1).map do |user|
      {
        id: user['_id'].to_s,
        username: user['username'],
        created_at: user['created_at'].iso8601(3),
        updated_at: user['updated_at'].iso8601(3)
      }
    end
  end

  private

  # The driver has a pool of its own, and its threads look for the server as soon as there is a client.
  def users
    @users || @lock.synchronize { @users ||= connect[:users] }
  end

  # Nobody listens to the events that the driver would compose for each command.
  def connect
    raise 'no database: MONGODB_URI is not set' unless @uri

    Mongo::Client.new(@uri, max_pool_size: @size, min_pool_size: 0, wait_queue_timeout: WAIT_SECONDS,
                            server_selection_timeout: 3, monitoring: false)
  end
end
