# frozen_string_literal: true

class ApplicationController < ActionController::API
  rescue_from(StandardError) { |failure| render_error(500, failure.message) }
  rescue_from(HttpError) { |failure| render_error(failure.http_status, failure.message) }
  # A body that is no JSON.
  rescue_from(ActionDispatch::Http::Parameters::ParseError) { |failure| render_error(400, failure.message) }

  def missing
    render_error(404, 'not found')
  end

  private

  def render_error(code, message)
    render json: { code: code, message: message }, status: code
  end
end
