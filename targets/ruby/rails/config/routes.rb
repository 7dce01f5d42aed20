# frozen_string_literal: true

Rails.application.routes.draw do
  # Without an extension of the path: it would name a format, and /plaintext.txt be /plaintext.
  scope format: false do
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
    match '/', to: 'application#missing', via: :all
  end
end
