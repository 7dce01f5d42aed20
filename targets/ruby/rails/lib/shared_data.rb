# frozen_string_literal: true

require 'json'

# What the bodies are made of.
module SharedData
  # The text of json-large: 100 lines of the shared sentence.
  def self.content(folder)
    sentence = File.read(File.join(folder, 'sentence.txt'), encoding: 'UTF-8').chomp
    ([sentence] * 100).join("\n")
  end

  # The assets by their id as a path spells it: a path that is not a number finds none.
  def self.assets(folder)
    assets = JSON.parse(File.read(File.join(folder, 'assets.json'), encoding: 'UTF-8'))
    assets.to_h { |asset| [asset['id'].to_s, asset] }
  end
end
