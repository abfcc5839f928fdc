/** What acts later keeps who set it up: it may do what they may at that time. What is there already acts for its account. */

import { sql } from 'kysely';
import type { Migration } from './migration.ts';

const tables = ['sinks', 'event_webhooks', 'parse_settings', 'email_alerts', 'publish_requests'] as const;

export const whoSetItUp: Migration = {
  name: '089-who-set-it-up',
  locks:
    'the tables of sinks, webhooks, parse settings, alerts of email and publish requests for the moment of adding a column.',
  async up(tx) {
    for (const table of tables) await tx.schema.alterTable(table).addColumn('acts_for', 'text').execute();
    // Who planned a publishing, or approved it, is known already: a person, or a key of the account.
    const { rows } = await sql<{ sid: string; by: string }>`
      select sid, coalesce(approved_by, requested_by) as by from publish_requests where closed_at is null`.execute(
      tx,
    );
    for (const { sid, by } of rows) {
      const { user_sid: person, key } = JSON.parse(by) as {
        user_sid: string | null;
        key: { sid: string } | null;
      };
      const actsFor = JSON.stringify(key === null ? { person } : { key: key.sid });
      await sql`update publish_requests set acts_for = ${actsFor} where sid = ${sid}
        and (${Number(key !== null)} = 1 or exists (select 1 from people where people.sid = ${person}))`.execute(
        tx,
      );
    }
  },
};
