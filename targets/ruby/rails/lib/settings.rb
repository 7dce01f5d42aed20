# frozen_string_literal: true

require 'etc'

# What the environment says about where and with what to serve.
Settings = Struct.new(
  :host, :port, :workers, :pool_size, :shared_dir, :access, :mysql, :mongodb_uri, keyword_init: true
) do
  def self.read(environment)
    new(
      host: text(environment, 'HOST') || '127.0.0.1',
      port: number(environment, 'PORT', 8080, 65_535),
      workers: number(environment, 'WORKERS', Etc.nprocessors, 1024),
      pool_size: number(environment, 'DB_POOL_SIZE', 16, 10_000),
      shared_dir: text(environment, 'SHARED_DIR') ||
                  refuse('SHARED_DIR: expected the folder of sentence.txt and assets.json, it is not set'),
      access: access(environment),
      mysql: mysql(environment),
      mongodb_uri: text(environment, 'MONGODB_URI')
    )
  end

  # How the tables are read and written: by their drivers or by Active Record.
  def self.access(environment)
    access = text(environment, 'DB_ACCESS') || 'raw'
    return access if %w[raw active-record].include?(access)

    refuse "DB_ACCESS: expected raw or active-record, got #{access.inspect}"
  end

  # Where MySQL is, in the words of its driver; nil where there is none.
  def self.mysql(environment)
    return unless text(environment, 'MYSQL_HOST')

    {
      host: environment['MYSQL_HOST'],
      port: number(environment, 'MYSQL_PORT', 3306, 65_535),
      username: environment['MYSQL_USER'],
      password: environment['MYSQL_PASSWORD'],
      database: environment['MYSQL_DATABASE']
    }
  end

  def self.text(environment, name)
    text = environment[name]
    text unless text.nil? || text.empty?
  end

  # A number from 1 to most; fallback stands for a variable that is not set.
  def self.number(environment, name, fallback, most)
    text = text(environment, name) || fallback.to_s
    number = text.match?(/\A\d+\z/) ? text.to_i : 0
    return number if number.between?(1, most)

    refuse "#{name}: expected a number from 1 to #{most}, got #{text.inspect}"
  end

  def self.refuse(problem)
    abort "rails: #{problem}"
  end

  def address
    "tcp://#{host.include?(':') ? "[#{host}]" : host}:#{port}"
  end

  def records?
    access == 'active-record'
  end

  # One process does for one processor: Ruby code runs on one thread of a process at a time.
  def clustered?
    workers > 1
  end

  # A worker's part of the connections: all parts together are the pool, and none is empty.
  def pool_share(index)
    share, left = pool_size.divmod(workers)
    [share + (index < left ? 1 : 0), 1].max
  end
end
