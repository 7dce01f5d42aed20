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
      open_tables(settings, size)
      @users = Users.new(settings.mongodb_uri, size)
    end

    private

    # Active Record has pools of its own.
    def open_tables(settings, size)
      @menus = settings.records? ? MenuRecords.new : Menus.new(size)
      @accounts = settings.records? ? AccountRecords.new : Accounts.new(settings.mysql, size)
    end
  end
end
