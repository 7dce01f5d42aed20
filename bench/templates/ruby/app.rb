# frozen_string_literal: true

require 'json'

# Answers Pitwall's scenarios. It is a bare Rack application: replace that with __FRAMEWORK__.
class App
  # An error with the status that answers it.
  class HttpError < StandardError
    attr_reader :status

    def initialize(status, message)
      super(message)
      @status = status
    end
  end

  def initialize(shared_dir, counter)
    sentence = File.read(File.join(shared_dir, 'sentence.txt'), encoding: 'UTF-8').chomp
    @content = ([sentence] * 100).join("\n")
    assets = JSON.parse(File.read(File.join(shared_dir, 'assets.json'), encoding: 'UTF-8'))
    @assets = assets.to_h { |asset| [asset['id'].to_s, asset] }
    @counter = counter
  end

  def call(env)
    raise not_found unless %w[GET HEAD].include?(env['REQUEST_METHOD'])

    answer(200, result_of(env['PATH_INFO']))
  rescue HttpError => e
    answer(e.status, { code: e.status, message: e.message })
  rescue StandardError => e
    answer(500, { code: 500, message: e.message })
  end

  private

  def result_of(path)
    case path
    when '/healthz' then 'ok'
    when '/plaintext' then 'Hello, World!'
    when '/json' then { status: 1, msg: '成功' }
    when '/json-large' then { content: @content, size: 100, price: 10.12, vip: true }
    when '/error' then raise HttpError.new(400, 'abcd')
    when '/count' then { code: 200, message: @counter.total }
    when %r{\A/assets/([^/]+)\z} then @assets[Regexp.last_match(1)] || raise(not_found)
    else raise not_found
    end
  end

  def not_found
    HttpError.new(404, 'not found')
  end

  # Text as it is, and everything else as JSON.
  def answer(status, value)
    type, body = value.is_a?(String) ? ['text/plain', value] : ['application/json', JSON.generate(value)]
    [status, { 'content-type' => "#{type}; charset=utf-8", 'content-length' => body.bytesize.to_s }, [body]]
  end
end
