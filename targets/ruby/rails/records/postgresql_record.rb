# frozen_string_literal: true

class PostgresqlRecord < ActiveRecord::Base
  self.abstract_class = true
  connects_to database: { writing: :postgresql, reading: :postgresql }
end
