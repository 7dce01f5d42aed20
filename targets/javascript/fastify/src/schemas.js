const text = { type: 'string' };
const integer = { type: 'integer' };
const instant = { type: 'string', format: 'date-time' };

// What is always there is written without asking whether it is.
const object = (properties) => ({ type: 'object', properties, required: Object.keys(properties) });

export const statusSchema = object({ status: integer, msg: text });

export const countSchema = object({ code: integer, message: integer });

export const errorSchema = object({ code: integer, message: text });

export const largeSchema = object({
  content: text,
  size: integer,
  price: { type: 'number' },
  vip: { type: 'boolean' },
});

export const assetSchema = object({ id: integer, name: text, desc: text });

const menuSchema = object({
  id: text,
  name: text,
  show_flag: integer,
  create_date: instant,
  code: text,
  parent_code: { type: 'string', nullable: true },
});

export const menusSchema = object({ status: integer, msg: text, data: { type: 'array', items: menuSchema } });

export const accountSchema = object({
  id: integer,
  created_at: instant,
  updated_at: instant,
  register_date: instant,
  name: text,
  nick_name: text,
  introduction: text,
  status: integer,
});

export const userSchema = object({ id: text, username: text, created_at: instant, updated_at: instant });
