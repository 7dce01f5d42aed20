# frozen_string_literal: true

require 'etc'

# What the environment says about where and with what to serve.
Config = Struct.new(:host, :port, :workers, :shared_dir, keyword_init: true) do
  def self.read(environment)
    new(
      host: text(environment, 'HOST') || '127.0.0.1',
      port: number(environment, 'PORT', 8080, 65_535),
      workers: number(environment, 'WORKERS', Etc.nprocessors, 1024),
      shared_dir: text(environment, 'SHARED_DIR') ||
                  refuse('SHARED_DIR: expected the folder of sentence.txt and assets.json, it is not set')
    )
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
    abort "__FRAMEWORK__: #{problem}"
  end

  def address
    "tcp://#{host.include?(':') ? "[#{host}]" : host}:#{port}"
  end

  # One process does for one processor: Ruby code runs on one thread of a process at a time.
  def clustered?
    workers > 1
  end
end
