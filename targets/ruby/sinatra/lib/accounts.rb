# frozen_string_literal: true

require 'mysql2'
require 'time'
require_relative 'pool'

# The table accounts.
class Accounts
  COLUMNS = 'id, created_at, updated_at, register_date, name, nick_name, introduction, status'
  ALL = "select #{COLUMNS} from accounts order by id"
  ONE = "select #{COLUMNS} from accounts where id = ?"
  INSERT = <<~SQL
    insert into accounts
      (created_at, updated_at, register_date, name, password, nick_name, introduction, status)
      values (?, ?, ?, ?, ?, ?, ?, ?)
  SQL
  INSTANTS = %i[created_at updated_at register_date].freeze

  # A connection with the statements that it has prepared.
  Session = Struct.new(:client, :all, :one, :insert) do
    def close = client.close
  end

  def initialize(server, size)
    @pool = Pool.new(size, alive: ->(session) { session.client.ping }) do
      raise 'no database: MYSQL_HOST is not set' unless server

      # The columns hold UTC.
      client = Mysql2::Client.new(**server, encoding: 'utf8mb4', connect_timeout: Pool::CONNECT_SECONDS,
                                            database_timezone: :utc, symbolize_keys: true)
      Session.new(client, client.prepare(ALL), client.prepare(ONE), client.prepare(INSERT))
    end
  end

  def all
    @pool.with { |session| session.all.execute.map { |row| shown(row) } }
  end

  def find(id)
    row = @pool.with { |session| session.one.execute(id).first }
    row && shown(row)
  end

  def add(account)
    now = Time.now.utc.floor(3)
    values = [now, now, *account.to_h.values_at(:register_date, :name, :password, :nick_name, :introduction, :status)]
    id = @pool.with do |session|
      session.insert.execute(*values)
      session.insert.last_id
    end
    shown({ id: id, created_at: now, updated_at: now, **account.to_h }.reject { |key| key == :password })
  end

  private

  def shown(row)
    INSTANTS.each { |key| row[key] = row[key].iso8601(3) }
    row
  end
end
