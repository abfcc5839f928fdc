/** The lists over all accounts take as many statements with a thousand accounts as with fifty-one, on PostgreSQL. */

import { expect, it } from 'vitest';
import { paths } from '#api/paths.ts';
import { accountsAtOnce } from '#api/people/all-accounts-operations.ts';
import { createSession } from '../accounts/session-service.ts';
import { recordPostgres } from '../testing/postgres-exchanges.ts';
import { openRunningServer, type RunningServer, startTimeoutMs } from '../testing/running-server.ts';

/** A person in so many accounts, and the cookie of their session. */
async function openPerson({ ctx, account }: RunningServer, count: number): Promise<string> {
  const [person, now] = [ctx.ids.sid('US'), ctx.clock.now()];
  const others = Array.from({ length: count }, () => ctx.ids.sid('AC'));
  const token = await ctx.database.write(async (tx) => {
    const name = `Of ${count}`;
    await tx
      .insertInto('people')
      .values({ sid: person, email: `${person}@example.org`, name, password_hash: '', created_at: now })
      .execute();
    const row = await tx
      .selectFrom('accounts')
      .selectAll()
      .where('sid', '=', account.account_sid)
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('accounts')
      .values(others.map((sid) => ({ ...row, sid, user: ctx.ids.sid('US'), name: sid, username: null })))
      .execute();
    const membership = { person, role: 'owner' as const, created_at: now, blocked_at: null, seen_at: null };
    await tx
      .insertInto('members')
      .values(others.map((sid) => ({ ...membership, account: sid })))
      .execute();
    return createSession(ctx, tx, { account: others[0] ?? '', person });
  });
  return `patchbay_session=${token}`;
}

it('a thousand accounts', { timeout: startTimeoutMs }, async () => {
  const server = await openRunningServer('PostgreSQL', { worker: false });
  try {
    const [some, all] = [await openPerson(server, accountsAtOnce + 1), await openPerson(server, 1_000)];
    for (const url of [paths.myFlows, paths.myExecutions, paths.myFailingWebhooks]) {
      const count = async (cookie: string) => {
        const headers = { cookie, 'sec-fetch-site': 'same-origin' };
        const ask = async () => {
          const response = await server.send(url, { by: null, headers });
          expect(response.statusCode, response.body).toBe(200);
          expect(response.json().meta.next_page_url).not.toBeNull();
        };
        // The session is noted as seen once.
        await ask();
        return (await recordPostgres(ask)).length;
      };
      const statements = await count(all);
      expect([url, statements]).toEqual([url, await count(some)]);
      expect(statements).toBeLessThan(10 * accountsAtOnce);
    }
  } finally {
    await server.close();
  }
});
