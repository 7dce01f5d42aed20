# frozen_string_literal: true

# A row of sys_menu.
class Menu < PostgresqlRecord
  self.table_name = 'sys_menu'

  # The id has more digits than a client's numbers.
  def serializable_hash(options = nil)
    super((options || {}).merge(except: 'create_by')).merge('id' => id.to_i.to_s)
  end
end
