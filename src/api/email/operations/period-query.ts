/** Query parameters of lists: time range, limit and offset. */

import { Type } from 'typebox';

const seconds = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 99_999_999_999, description }));

export const periodQuery = {
  start_time: seconds('Unix seconds: nothing older.'),
  end_time: seconds('Unix seconds: nothing newer.'),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: 'Default: 500.' })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
};
