/** The widget that an execution is at, so that it can be counted without reading its state. */

import { sql } from 'kysely';
import { isPostgres } from '../../dialect.ts';
import type { Migration } from '../migration.ts';

export const widgetsOfExecutions: Migration = {
  name: '023-widgets-of-executions',
  locks: 'executions, against reads and writes, while the rows of active executions are rewritten.',
  async up(tx) {
    await tx.schema.alterTable('executions').addColumn('widget', 'text').execute();
    const widget = isPostgres(tx) ? sql`state::jsonb ->> 'widget'` : sql`state ->> '$.widget'`;
    await sql`update executions set widget = ${widget} where status = 'active'`.execute(tx);
  },
};
