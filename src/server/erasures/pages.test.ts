/** Pages of a table have each row of the account once, whatever is beside it. */

import { beforeAll, expect, it } from 'vitest';
import { upsertAccount } from '../accounts/store.ts';
import { insertGroup, insertGroupSuppressions } from '../email/suppressions/groups/store.ts';
import { upsertSuppressions } from '../email/suppressions/store.ts';
import { enqueueJob } from '../platform/jobs/queue.ts';
import { describeOnEveryDatabase } from '../testing/every-database.ts';
import { readPage } from './store/pages.ts';
import { phases } from './store/phases.ts';

const accounts = ['AC1', 'AC2'];
const count = 450;
const numbers = Array.from({ length: count }, (_, at) => at);

describeOnEveryDatabase('pages of an account', ({ current }) => {
  beforeAll(async () => {
    await current().write(async (tx) => {
      for (const account of accounts) {
        const own = { sid: account, name: account, user: account, token_hash: account };
        await upsertAccount(tx, { ...own, parent: null, username: null, created_at: 1, closed_at: null });
        for (const region of ['eu', 'global'] as const) {
          const owner = { account, region };
          const group = {
            ...owner,
            name: 'G',
            description: '',
            is_default: 0,
            created_at: 1,
            deleted_at: null,
          };
          for (const id of [1, 2]) await insertGroup(tx, { ...group, id });
        }
        for (const at of numbers) {
          const region = at % 3 === 0 ? ('eu' as const) : ('global' as const);
          const email = `${String(at % 150).padStart(3, '0')}@a.test`;
          const entry = { account, region, email, created_at: at };
          const list = at % 2 === 0 ? ('bounces' as const) : ('blocks' as const);
          await upsertSuppressions(tx, [{ ...entry, list, reason: '', status: '', ip: '' }]);
          await insertGroupSuppressions(tx, [{ ...entry, group_id: (at % 2) + 1 }]);
          const job = { kind: 'event-test' as const, account, execution: null, payload: String(at) };
          await enqueueJob(tx, { ...job, key: `${at}.${account}`, run_at: 1, created_at: 1 });
        }
      }
    });
  });

  it.each(['suppressions', 'group_suppressions', 'jobs'])('have all rows of %s', async (kind) => {
    const phase = phases.find((each) => each.kind === kind);
    if (phase === undefined) throw new Error(`There is no phase of ${kind}.`);
    for (const account of accounts) {
      const found: string[] = [];
      let after: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof readPage>> = await readPage(current().read, phase, {
          ...{ account, after, matcher: null, isWhole: true },
        });
        expect(page.rows.every((row) => row.account === account)).toBe(true);
        found.push(...page.rows.map((row) => JSON.stringify(row)));
        after = page.last;
      } while (after !== null);
      const all = await current()
        .read.selectFrom(kind as 'jobs')
        .where('account', '=', account)
        .select('account')
        .execute();
      expect(new Set(found).size).toBe(all.length);
      expect(found).toHaveLength(all.length);
    }
  });
});
