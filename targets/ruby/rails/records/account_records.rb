# frozen_string_literal: true

# What Accounts does, by Active Record.
class AccountRecords
  def all
    Account.order(:id)
  end

  def find(id)
    Account.find_by(id: id)
  end

  def add(account)
    Account.create!(account.to_h)
  end
end
