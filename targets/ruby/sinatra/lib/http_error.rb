# frozen_string_literal: true

require 'sinatra/base'

# An error that says which status answers it: Sinatra asks its own kind of errors for their http_status.
class HttpError < Sinatra::Error
  attr_reader :http_status

  def initialize(http_status, message)
    super(message)
    @http_status = http_status
  end
end
