# frozen_string_literal: true

# What comes from a database.
class StoredController < ApplicationController
  def menus
    limit = params.fetch(:limit, '11').to_s
    unless limit.match?(/\A([1-9]|1[01])\z/)
      raise HttpError.new(400, "limit: expected a number from 1 to 11, got #{limit.inspect}")
    end

    render json: { status: 1, msg: 'success', data: Stores.menus.first(limit.to_i) }
  end

  def add_account
    render json: Stores.accounts.add(NewAccount.read(request.request_parameters)), status: :created
  end

  def accounts
    render json: Stores.accounts.all
  end

  def account
    found = Stores.accounts.find(params[:id].to_i)
    found ? render(json: found) : missing
  end

  def users
    render json: Stores.users.all
  end
end
