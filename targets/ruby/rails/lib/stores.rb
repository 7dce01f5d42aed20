# frozen_string_literal: true

require_relative 'accounts'
require_relative 'menus'
require_relative 'users'

# What a worker has for itself. Nothing connects before the first query, so that the server starts without its
# databases.
module Stores
  class << self
    attr_reader :menus, :accounts, :users

    def start_worker(settings, counter, index)
      size = settings.pool_share(index)
      counter.join(index)
      @menus = Menus.new(size)
      @accounts = Accounts.new(settings.mysql, size)
      @users = Users.new(settings.mongodb_uri, size)
    end
  end
end
