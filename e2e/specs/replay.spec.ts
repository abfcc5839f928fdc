/** Past executions replayed on two versions of a flow: in the comparison and in the publish dialog, by mouse and by keys. */

import type { Locator, Page } from 'playwright/test';
import { paths } from '#api/paths.ts';
import { connect } from '#flow/edit/connect.ts';
import { moveWidgets } from '#flow/edit/move-widgets.ts';
import { Phone } from '../external-systems/phone.ts';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { DesignerPage } from '../pages/designer.ts';
import { smallFlow } from '../small-flow.ts';
import { lineOf, storeFlow } from '../stored-flow.ts';

/** Replies lead to another widget. */
const changed = () => connect(smallFlow(), { widget: 'ask', outlet: 'incomingMessage' }, 'spare');

const replayIn = (place: Page | Locator) => place.getByRole('region', { name: 'Replay past executions' });

let contacts = 0;

/** One that is in no execution of another test. */
function freshContact(): string {
  contacts += 1;
  return `+15005${test.info().workerIndex}${String(contacts).padStart(4, '0')}`;
}

test.describe('past executions of a changed flow', () => {
  let sid: string;
  let first: string;
  test.beforeEach(async ({ api }) => {
    const flow = await storeFlow(api, { name: 'Replayed', definition: smallFlow() });
    sid = flow.sid;
    const line = lineOf(flow);
    for (const texts of [['hi', 'fine'], ['hello', 'good'], ['silence']]) {
      const phone = new Phone(line, freshContact());
      for (const text of texts) await phone.sendMessage(text);
    }
    const { executions } = await (await api.get(paths.executions(sid))).json();
    first = executions.at(-1).sid;
    const form = { Status: 'draft', Definition: JSON.stringify(changed()) };
    expect((await api.post(paths.flow(sid), { form })).status()).toBe(200);
  });

  test('are replayed on both revisions of a comparison', { tag: '@journey' }, async ({ signedIn: page }) => {
    await page.goto(`/flows/${sid}/history?compare=1..2`);
    const replay = replayIn(page);
    await replay.getByRole('button', { name: 'Replay', exact: true }).click();
    await expect(replay).toContainText('2 of 3 executions would go elsewhere.');
    await replay.getByText('From ask on').click();
    await expect(replay).toContainText('Reply to spare instead of thank');
    const links = replay.getByRole('link');
    await expect(links).toHaveCount(2);
    await expect(links.last()).toHaveAttribute('href', new RegExp(`/flows/${sid}/executions/${first}`));
    await expectAccessible(page);
  });

  test('are replayed from the publish dialog by keys, and again', async ({ signedIn: page }) => {
    await new DesignerPage(page).open(sid);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const replay = replayIn(page.getByRole('dialog'));
    await replay.getByRole('button', { name: 'Replay', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(replay.getByRole('status')).toHaveText('2 of 3 executions would go elsewhere.');
    await replay.getByRole('button', { name: 'Replay again' }).focus();
    await page.keyboard.press('Enter');
    await expect(replay.getByRole('status')).toHaveText('2 of 3 executions would go elsewhere.');
  });

  test('are not offered where only places differ', async ({ api, signedIn: page }) => {
    const moved = moveWidgets(smallFlow(), new Map([['ask', { x: 900, y: 900 }]]));
    const form = { Status: 'draft', Definition: JSON.stringify(moved) };
    expect((await api.post(paths.flow(sid), { form })).status()).toBe(200);
    await page.goto(`/flows/${sid}/history?compare=1..3`);
    await expect(page.getByText('No change in behaviour.')).toBeVisible();
    await expect(replayIn(page)).toHaveCount(0);
  });
});
