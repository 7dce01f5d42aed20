# frozen_string_literal: true

# What needs no database.
class BasicsController < ApplicationController
  def healthz
    render plain: 'ok'
  end

  def plaintext
    render plain: 'Hello, World!'
  end

  def small
    render json: { status: 1, msg: '成功' }
  end

  def large
    render json: { content: shared.content, size: 100, price: 10.12, vip: true }
  end

  def failing
    raise HttpError.new(400, 'abcd')
  end

  def count
    render json: { code: 200, message: shared.counter.total }
  end

  def asset
    asset = shared.assets[params[:id]]
    asset ? render(json: asset) : missing
  end

  private

  def shared
    Rails.configuration.x
  end
end
