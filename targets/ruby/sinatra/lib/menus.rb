# frozen_string_literal: true

require 'pg'
require 'time'
require_relative 'pool'

# The table sys_menu.
class Menus
  FIRST = 'select id, name, show_flag, create_date, code, parent_code from sys_menu order by id limit $1'

  # By column, in the order of the query: what has no decoder here stays the text that it is.
  DECODERS = PG::TypeMapByColumn.new(
    [nil, nil, PG::TextDecoder::Integer.new, PG::TextDecoder::TimestampUtc.new, nil, nil]
  )

  # The libpq names of the environment say where the database is.
  def initialize(size)
    @pool = Pool.new(size, alive: method(:alive?)) do
      raise 'no database: PGHOST is not set' unless ENV['PGHOST']

      PG.connect(connect_timeout: Pool::CONNECT_SECONDS).tap { |connection| connection.prepare('first', FIRST) }
    end
  end

  def first(limit)
    rows = @pool.with do |connection|
      connection.exec_prepared('first', [limit]) { |result| result.map_types!(DECODERS).to_a }
    end
    rows.each { |row| row['create_date'] = row['create_date'].iso8601(3) }
  end

  private

  def alive?(connection)
    connection.exec('')
    true
  rescue PG::Error
    false
  end
end
