/** The designer on a phone: a flow is read card by card, by touch and by keys, and followed while others edit it. */

import type { APIRequestContext, Page } from 'playwright/test';
import { paths } from '#api/paths.ts';
import { expect, test } from '../fixtures.ts';
import { storeFlow } from '../pages/designer.ts';
import { smallFlow } from '../small-flow.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const list = (page: Page) => page.getByRole('region', { name: 'Widgets of the flow' });
const card = (page: Page, name: string) =>
  list(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: new RegExp(`^${name} `) }) });
const opener = (page: Page, name: string) =>
  list(page).getByRole('button', { name: new RegExp(`^${name} `) });
const branches = (page: Page, name: string) => page.getByRole('list', { name: `Branches of ${name}` });
const sheet = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

test('a flow is read by touch: its branches, its widgets, its problems, and back', {
  tag: '@journey',
}, async ({ api, signedIn: page }) => {
  const sid = await storeFlow(api, smallFlow(), 'Read on a phone');
  await page.goto('/flows');
  await page.goto(`/flows/${sid}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Read on a phone' })).toBeVisible();
  await expect(list(page).getByRole('heading')).toHaveText([/^Trigger/, /^ask/, /^thank/, /^spare/]);
  await expect(page.locator('.flow-canvas')).toHaveCount(0);
  await expect(card(page, 'spare')).toContainText('No path leads here.');

  await branches(page, 'ask').getByRole('link', { name: 'thank' }).tap();
  await expect(opener(page, 'thank')).toBeFocused();
  await expect(card(page, 'thank')).toHaveAttribute('aria-current', 'true');
  await expect(page).toHaveURL(`/flows/${sid}`);

  await opener(page, 'ask').tap();
  await expect(sheet(page, 'ask')).toContainText('How are you?');
  await expect(page).toHaveURL(/\?widget=ask$/);
  await page.goBack();
  await expect(sheet(page, 'ask')).toHaveCount(0);
  await expect(page).toHaveURL(`/flows/${sid}`);

  await opener(page, 'ask').tap();
  await sheet(page, 'ask').getByRole('link', { name: 'thank' }).tap();
  await expect(sheet(page, 'thank')).toContainText('Comes from');
  await page.goBack();
  await expect(sheet(page, 'ask')).toBeVisible();
  await page.goForward();
  await sheet(page, 'thank').getByRole('button', { name: 'Back to the flow' }).tap();
  await expect(sheet(page, 'thank')).toHaveCount(0);
  await expect(page).toHaveURL(`/flows/${sid}`);

  await page.getByRole('link', { name: /spare/ }).first().tap();
  await expect(sheet(page, 'spare')).toContainText('Not sent yet');
  await page.goBack();
  await expect(sheet(page, 'spare')).toHaveCount(0);

  const search = page.getByRole('searchbox', { name: 'Search in this flow' });
  await search.fill('how are');
  await page.getByRole('link', { name: /How are/ }).tap();
  await expect(sheet(page, 'ask')).toBeVisible();
});

test('a flow is read by keys, and a link to a widget opens it', async ({ api, signedIn: page }) => {
  const sid = await storeFlow(api, smallFlow(), 'Read by keys');
  const { keyboard } = page;
  await page.goto(`/flows/${sid}?widget=thank`);
  await expect(sheet(page, 'thank')).toContainText('You said');
  await keyboard.press('Escape');
  await expect(sheet(page, 'thank')).toHaveCount(0);
  await expect(page).toHaveURL(`/flows/${sid}`);
  await expect(card(page, 'thank')).toBeInViewport();

  await opener(page, 'Trigger').focus();
  await keyboard.press('Tab');
  await expect(branches(page, 'Trigger').getByRole('link', { name: 'ask' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(opener(page, 'ask')).toBeFocused();
  await keyboard.press('Enter');
  await expect(sheet(page, 'ask')).toBeFocused();
  await keyboard.press('Escape');
  await expect(sheet(page, 'ask')).toHaveCount(0);
  await expect(opener(page, 'ask')).toBeFocused();
});

test('a flow is tested, commented, started and published on a phone, and edited when asked for', async ({
  api,
  signedIn: page,
}) => {
  const sid = await storeFlow(api, smallFlow(), 'Done on a phone');
  await page.goto(`/flows/${sid}`);
  const action = (name: string | RegExp) =>
    page.getByRole('region', { name: 'Flow actions' }).getByRole('button', { name });
  await action('Test').tap();
  const run = page.getByRole('complementary', { name: 'Test run' });
  await run.getByRole('textbox', { name: 'Message', exact: true }).fill('Hello');
  await page.keyboard.press('Enter');
  await expect(run.getByText('How are you?').first()).toBeVisible();
  await run.getByRole('button', { name: 'Close test run' }).tap();
  await expect(action('Test')).toBeFocused();

  await action(/^Comments/).tap();
  const comments = page.getByRole('complementary', { name: 'Comments' });
  await comments.getByRole('button', { name: 'Close comments' }).tap();
  await expect(comments).toHaveCount(0);

  await action('Publish').tap();
  const dialog = page.getByRole('dialog', { name: /Publish/ });
  await dialog.getByRole('button', { name: 'Publish', exact: true }).tap();
  await expect(page.getByText('Published as revision 2.').first()).toBeVisible();
  await expect(dialog).toHaveCount(0);

  await page.getByRole('button', { name: 'More flow actions' }).tap();
  await page.getByRole('menuitem', { name: 'Edit on this screen anyway' }).tap();
  await expect(page.locator('.flow-canvas')).toBeVisible();
  await page.reload();
  await expect(page.locator('.flow-canvas')).toBeVisible();
  await page.getByRole('button', { name: 'Read as a list' }).tap();
  await page.getByRole('link', { name: 'Start an execution' }).tap();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page).toHaveURL(/executions\?start=true/);
});

test.describe('while others work on the flow', () => {
  test.use({ expectedErrors: [/404|Failed to (load|fetch)|ERR_INTERNET_DISCONNECTED/] });

  test('what they change, delete and the lost connection are shown where one reads', async ({
    api,
    signedIn: page,
  }) => {
    const sid = await storeFlow(api, smallFlow(), 'Read and edited');
    await page.goto(`/flows/${sid}`);
    await opener(page, 'thank').tap();
    await expect(sheet(page, 'thank')).toBeVisible();
    await edit(api, sid, { kind: 'set', widget: 'thank', path: ['properties', 'body'], to: 'Many thanks!' });
    await expect(sheet(page, 'thank')).toContainText('Many thanks!');
    await page.goBack();
    await expect(sheet(page, 'thank')).toHaveCount(0);
    await expect(card(page, 'thank')).toContainText('Many thanks!');

    await page.context().setOffline(true);
    await expect(page.getByText('Offline, all changes saved').first()).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByText('All changes saved').first()).toBeVisible();

    expect((await api.delete(paths.flow(sid))).status()).toBe(204);
    await expect(page.getByText('This flow was deleted. Your copy is still here.')).toBeVisible();
  });
});

/** An edit of somebody else. */
async function edit(api: APIRequestContext, sid: string, operation: object): Promise<void> {
  const copy = await (await api.get(paths.workingCopy(sid))).json();
  const label = { name: 'changeProperty', widget: 'thank', field: 'Message' };
  const Commands = JSON.stringify([{ id: 'robin-1', label, operations: [operation] }]);
  const form = { Base: String(copy.seq), Client: 'robin', AuthorName: 'Robin', Commands };
  const response = await api.post(paths.edits(sid), { form });
  expect(response.status(), await response.text()).toBe(200);
}
