/** Addresses of people are stored as they are compared from now on: domains as A-labels (RFC 5890). */

import { domainToASCII } from 'node:url';
import { sql } from 'kysely';
import { isPostgres } from '../dialect.ts';
import type { Migration } from './migration.ts';

export const addressesOfPeople: Migration = {
  name: '088-addresses-of-people',
  locks: 'the rows of `people` and `invitations` whose address has other letters than those of ASCII.',
  async up(tx) {
    const bytes = isPostgres(tx) ? sql`octet_length(email)` : sql`length(cast(email as blob))`;
    for (const table of ['people', 'invitations'] as const) {
      const { rows } = await sql<{ sid: string; email: string }>`
        select sid, email from ${sql.table(table)} where length(email) <> ${bytes}`.execute(tx);
      for (const { sid, email } of rows) {
        const at = email.lastIndexOf('@') + 1;
        const found = email.slice(0, at) + (domainToASCII(email.slice(at)) || email.slice(at));
        // Of two people with both forms of an address the other one has it.
        await sql`update ${sql.table(table)} set email = ${found} where sid = ${sid}
          and (${table} = 'invitations' or not exists (select 1 from people where email = ${found}))`.execute(
          tx,
        );
      }
    }
  },
};
