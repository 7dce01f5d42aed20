# frozen_string_literal: true

# A row of accounts. Active Record sets created_at and updated_at.
class Account < MysqlRecord
  def serializable_hash(options = nil)
    super((options || {}).merge(except: %w[password deleted_at]))
  end
end
