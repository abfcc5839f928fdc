/** A working copy that cannot be opened: what the page says, and the ways to go on, each by one click. */

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright/test';
import { paths } from '#api/paths.ts';
import { expect, expectAccessibleInBothThemes, test as plain, signIn } from '../fixtures.ts';
import { DesignerPage, storeFlow } from '../pages/designer.ts';
import { type RunningServer, startServer } from '../server.ts';
import { smallFlow } from '../small-flow.ts';

/** As a fault, or a version that did not look, would have left it: an edit in the log after which nothing can be shown. */
function damage(dataDir: string, flow: string): void {
  const database = new DatabaseSync(join(dataDir, 'patchbay.db'));
  const { seq, account } = database
    .prepare('select seq, account from working_copies where flow = ?')
    .get(flow) as { seq: number; account: string };
  const to = { description: 1, states: 'no' };
  const command = JSON.stringify({
    label: { name: 'importJson' },
    operations: [{ kind: 'replace', from: {}, to, fromWidgets: [], toWidgets: [] }],
  });
  database
    .prepare(
      "insert into flow_edits (flow, seq, id, account, author, author_name, client, command, revision, at) values (?, ?, 'poison', ?, null, 'clinic-sync', 'program-7', ?, null, ?)",
    )
    .run(flow, seq + 1, account, command, Date.now());
  database.prepare('update working_copies set seq = ? where flow = ?').run(seq + 1, flow);
  database.close();
}

/** The page of an edited flow whose copy was damaged while its server was down. */
type Damaged = { page: Page; server: RunningServer; sid: string };

const test = plain.extend<{ damaged: Damaged }>({
  damaged: async ({ browser, playwright }, use) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'patchbay-repair-'));
    const first = await startServer({ dataDir });
    const { sid: username, token: password } = first.account;
    const api = await playwright.request.newContext({
      baseURL: first.url,
      httpCredentials: { username, password, send: 'always' },
    });
    const sid = await storeFlow(api, smallFlow(), 'Recall by text');
    const operations = [{ kind: 'set', widget: 'thank', path: ['properties', 'body'], to: 'Edited before' }];
    const Commands = JSON.stringify([{ id: 'good', label: { name: 'changeProperty' }, operations }]);
    const form = { Base: '0', Client: 'page-1', AuthorName: 'Ines', Commands };
    expect((await api.post(paths.edits(sid), { form })).status()).toBe(200);
    await api.dispose();
    await first.stop();
    damage(dataDir, sid);
    const server = await startServer({ dataDir });
    const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await signIn(page, server);
    await page.goto(`/flows/${sid}`);
    await use({ page, server, sid });
    await context.close();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  },
});

test('a copy that cannot be opened says why, and goes on with its last good state', async ({ damaged }) => {
  const { page } = damaged;
  await expect(page.getByRole('heading', { name: 'This working copy cannot be opened' })).toBeVisible();
  await expect(page.getByText('left "no" where the list of widgets belongs')).toBeVisible();
  await expect(page.getByRole('region', { name: 'The edit that failed' })).toContainText('clinic-sync');
  const snapshot = page.getByRole('region', { name: 'Last good state' });
  await expect(snapshot).toContainText('Loses 1 edit');
  await expect(snapshot).toContainText('Edited by Ines');
  await expect(page.locator('.topbar')).toContainText('Working copy cannot be opened');
  await expect(page.locator('.topbar').getByRole('link', { name: 'History' })).toBeVisible();
  await expectAccessibleInBothThemes(page);

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const file = await (await downloading).path();
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ definition: { states: 'no' } });

  await page.getByRole('button', { name: 'Open last good state' }).click();
  const designer = new DesignerPage(page);
  await expect(designer.card('thank')).toContainText('Edited before');
  await designer.select('thank');
  await designer.field('Message').fill('Edited after');
  await designer.expectAllSaved();
  await page.reload();
  await expect(designer.card('thank')).toContainText('Edited after');
});

test('or with its newest revision, by keys alone; the list of flows stands meanwhile', async ({
  damaged,
}) => {
  const { page, sid } = damaged;
  await page.goto('/flows');
  await expect(page.getByRole('link', { name: 'Recall by text' })).toBeVisible();
  await page.goto(`/flows/${sid}`);
  const button = page.getByRole('button', { name: 'Open revision 1' });
  await expect(button).toBeVisible();
  for (let stops = 0; stops < 20; stops += 1) {
    await page.keyboard.press('Tab');
    if (await button.evaluate((element) => element === document.activeElement)) break;
  }
  await page.keyboard.press('Enter');
  await expect(new DesignerPage(page).card('thank')).not.toContainText('Edited before');
});
