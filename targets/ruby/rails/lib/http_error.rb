# frozen_string_literal: true

# An error that says which status answers it.
class HttpError < StandardError
  attr_reader :http_status

  def initialize(http_status, message)
    super(message)
    @http_status = http_status
  end
end
