# frozen_string_literal: true

Rails.application.routes.draw do
  get '/healthz', to: 'basics#healthz'
  get '/plaintext', to: 'basics#plaintext'
  get '/json', to: 'basics#small'
  get '/json-large', to: 'basics#large'
  get '/error', to: 'basics#failing'
  get '/count', to: 'basics#count'
  get '/assets/:id', to: 'basics#asset'
  get '/menus', to: 'stored#menus'
  post '/accounts', to: 'stored#add_account'
  get '/accounts', to: 'stored#accounts'
  get '/accounts/:id', to: 'stored#account', constraints: { id: /\d{1,15}/ }
  get '/users', to: 'stored#users'
  match '*path', to: 'application#missing', via: :all
end
