# frozen_string_literal: true

# What Menus does, by Active Record.
class MenuRecords
  def first(limit)
    Menu.order(:id).limit(limit)
  end
end
