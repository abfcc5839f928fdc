/** The rule "Nothing started" of a flow: its gaps of 14 days, and how often another threshold would have alerted. */

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, expectAccessibleInBothThemes, test } from '../fixtures.ts';
import { startFlow, storeFlow } from '../stored-flow.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** As if the execution had been started every ten minutes for 27 days, but for 130 minutes three days ago and the last 146. */
function addStarts(database: DatabaseSync, execution: string): void {
  const now = Date.now();
  const times: number[] = [];
  for (let at = now - 146 * minuteMs; at > now - 27 * dayMs; at -= 10 * minuteMs) {
    const ago = now - at;
    if (ago <= 3 * dayMs || ago >= 3 * dayMs + 120 * minuteMs) times.push(at);
  }
  const changed: Record<string, string> = {
    ...{ sid: ':sid', created_at: ':at', status: "'ended'", due_at: 'null' },
  };
  const columns = database.prepare("select name from pragma_table_info('executions')").all();
  const names = columns.map(({ name }) => String(name));
  const copy = database.prepare(
    `insert into executions (${names}) select ${names.map((name) => changed[name] ?? name)} from executions where sid = :execution`,
  );
  const count = database.prepare(
    `insert into flow_hours (flow, hour, account, started, ended, failed)
      select flow, ?, account, 1, 1, 0 from executions where sid = ?
      on conflict (flow, hour) do update set started = started + 1`,
  );
  database.exec('begin immediate');
  database
    .prepare('delete from flow_hours where flow = (select flow from executions where sid = ?)')
    .run(execution);
  for (const [index, at] of times.entries()) {
    const sid = `${execution.slice(0, 4)}${index.toString(16).padStart(30, '0')}`;
    copy.run({ sid, at, execution });
    count.run(Math.floor(at / hourMs), execution);
  }
  database.prepare('update executions set initiated_by = ? where sid = ?').run('TR1', execution);
  database.exec('commit');
}

test('a rule shows the gaps of its flow, and how often another threshold would have alerted', async ({
  api,
  signedIn: page,
  server,
}) => {
  const { sid } = await storeFlow(api, { name: 'Main line' });
  const rule = `/alerts?rule=no-starts.${sid}`;
  await page.goto(rule);
  const panel = page.getByRole('complementary', { name: 'Nothing started' });
  await expect(panel.getByText('Too little is known of this flow')).toBeVisible();

  const execution = await startFlow(api, { sid }, '+15005550101');
  const database = new DatabaseSync(join(server.dataDir, 'patchbay.db'), { timeout: 5_000 });
  const counted = database.prepare('select count(*) as hours from flow_hours where flow = ?');
  await expect.poll(() => counted.get(sid)?.hours, { timeout: 30_000 }).toBe(1);
  addStarts(database, execution.sid);
  database.close();
  await page.goto(rule);
  const chart = panel.getByRole('img', { name: /2 are above the limit, at this hour 1 hour 40 minutes/ });
  await expect(chart).toBeVisible();
  await expect(chart.locator('rect.over')).toHaveCount(2);
  await expect(chart.locator('text.open')).toHaveText('2 h 26 m');
  await expect(panel.getByText('It would have alerted 2 times.')).toBeVisible();
  await expect(panel.getByRole('row', { name: /2 hours 10 minutes, 13 × the usual gap/ })).toBeAttached();

  const threshold = panel.getByRole('textbox');
  await threshold.fill('14');
  await expect(panel.getByText('With 14 ×, the limit is 2 hours 20 minutes: once.')).toBeVisible();
  await expect(panel.getByRole('img', { name: /One is above the limit/ }).locator('rect.over')).toHaveCount(
    1,
  );
  // What is no threshold changes nothing.
  await threshold.fill('1');
  await expect(panel.getByText('It would have alerted 2 times.')).toBeVisible();
  await expectAccessibleInBothThemes(page);

  await page.goto('/alerts?rule=no-starts');
  await expect(panel.getByText('Each flow has its own usual gap.')).toBeVisible();
});
