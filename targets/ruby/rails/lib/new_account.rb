# frozen_string_literal: true

require 'time'
require_relative 'http_error'

# The account that a request's body describes.
NewAccount = Struct.new(:register_date, :name, :password, :nick_name, :introduction, :status, keyword_init: true) do
  # @param body what Rails made of the JSON: of one that is no object, an object without these keys
  def self.read(body)
    account = new(**members.to_h { |key| [key, body[key]] })
    account.check
    # The column holds milliseconds.
    account.register_date = Time.iso8601(account.register_date.to_s).utc.floor(3)
    account
  rescue ArgumentError => e
    raise HttpError.new(400, e.message)
  end

  def check
    %i[name password nick_name introduction].each do |key|
      raise HttpError.new(400, "#{key}: expected a text") unless self[key].is_a?(String)
    end
    raise HttpError.new(400, 'status: expected a number') unless status.is_a?(Integer)
  end
end
