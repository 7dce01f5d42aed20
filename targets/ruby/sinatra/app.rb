# frozen_string_literal: true

require 'json'
require 'sinatra/base'
require_relative 'lib/accounts'
require_relative 'lib/counter'
require_relative 'lib/http_error'
require_relative 'lib/menus'
require_relative 'lib/new_account'
require_relative 'lib/shared_data'
require_relative 'lib/users'

class App < Sinatra::Base
  # A failure is answered, not printed: no line for a request.
  disable :dump_errors, :raise_errors, :show_exceptions
  # Neither files nor pages nor cookies are served, and the protection is of those.
  disable :static, :protection

  # What all workers have in common.
  def self.load_shared(config)
    set :content, SharedData.content(config.shared_dir)
    set :assets, SharedData.assets(config.shared_dir)
    set :counter, config.clustered? ? SharedCounter.new : Counter.new
  end

  # What a worker has for itself. Nothing connects before the first query, so that the server starts without
  # its databases.
  def self.start_worker(config, index)
    size = config.pool_share(index)
    counter.join(index)
    set :menus, Menus.new(size)
    set :accounts, Accounts.new(config.mysql, size)
    set :users, Users.new(config.mongodb_uri, size)
  end

  get('/healthz') { text 'ok' }

  get('/plaintext') { text 'Hello, World!' }

  get('/json') { json(status: 1, msg: '成功') }

  get('/json-large') { json(content: settings.content, size: 100, price: 10.12, vip: true) }

  get('/error') { raise HttpError.new(400, 'abcd') }

  get('/count') { json(code: 200, message: settings.counter.total) }

  get '/assets/:id' do
    json settings.assets[params['id']] || halt(404)
  end

  get '/menus' do
    limit = params.fetch('limit', '11').to_s
    unless limit.match?(/\A([1-9]|1[01])\z/)
      raise HttpError.new(400, "limit: expected a number from 1 to 11, got #{limit.inspect}")
    end

    json(status: 1, msg: 'success', data: settings.menus.first(limit.to_i))
  end

  post '/accounts' do
    account = NewAccount.read(request.body.read)
    status 201
    json settings.accounts.add(account)
  end

  get('/accounts') { json settings.accounts.all }

  get '/accounts/:id' do
    halt 404 unless params['id'].match?(/\A\d{1,15}\z/)
    json settings.accounts.find(params['id'].to_i) || halt(404)
  end

  get('/users') { json settings.users.all }

  error HttpError, Sinatra::BadRequest do |failure|
    json(code: failure.http_status, message: failure.message)
  end

  error do |failure|
    json(code: 500, message: failure.message)
  end

  not_found { json(code: 404, message: 'not found') }

  private

  def text(body)
    content_type :text
    body
  end

  def json(value)
    content_type :json
    JSON.generate(value)
  end
end
