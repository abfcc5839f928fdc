/** Who else has a flow open: seen, named and followed in the top bar, on the canvas and in the settings of a widget. */

import type { Browser, Page } from 'playwright/test';
import { paths } from '#api/paths.ts';
import { pngFile } from '#server/testing/png-file.ts';
import {
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  setTheme,
  signIn,
  test,
} from '../fixtures.ts';
import { DesignerPage, storeFlow } from '../pages/designer.ts';
import { joinAs } from '../people.ts';
import type { RunningServer } from '../server.ts';
import { smallFlow } from '../small-flow.ts';

const newContext = (browser: Browser, { url: baseURL }: RunningServer) =>
  browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } });

async function otherBrowser(browser: Browser, server: RunningServer): Promise<Page> {
  const page = await (await newContext(browser, server)).newPage();
  await signIn(page, server);
  return page;
}

for (const theme of ['light', 'dark'] as const) {
  test(`who is here is named, followed, and said to be typing, in the ${theme} theme`, {
    tag: theme === 'light' ? ['@journey'] : [],
  }, async ({ api, browser, server, signedIn }) => {
    await setTheme(signedIn, theme);
    const sid = await storeFlow(api, smallFlow(), 'Edited by two');
    const mine = new DesignerPage(signedIn);
    await mine.open(sid);
    await expect(signedIn.getByRole('button', { name: /other person is here/ })).toHaveCount(0);
    const other = await (await newContext(browser, server)).newPage();
    await joinAs(other, api, 'Robin', server.url);
    const image = pngFile(16).toString('base64');
    await other.request.post('/v1/Me/Picture', { form: { Image: image }, headers: { origin: server.url } });
    const theirs = new DesignerPage(other);
    await theirs.open(sid);

    await theirs.select('thank');
    await signedIn.getByRole('button', { name: '1 other person is here' }).focus();
    await signedIn.keyboard.press('Enter');
    const people = signedIn.getByRole('dialog', { name: 'Who else is here' });
    await expect(people).toContainText('Robin');
    await expect(people.locator('img')).toHaveJSProperty('naturalWidth', 16);
    await expect(people).toContainText('At thank');
    await people.getByRole('button', { name: 'Follow Robin', exact: true }).click();
    await expect(people.getByRole('button', { name: 'Stop following Robin' })).toBeVisible();
    await expectAccessible(signedIn);
    await signedIn.keyboard.press('Escape');

    await mine.select('thank');
    await theirs.field('Message').focus();
    await other.keyboard.type('Well');
    const settings = signedIn.getByRole('complementary').filter({ hasText: 'Robin is typing in Message' });
    await expect(settings).toBeVisible();
    await expect(mine.field('Message')).toBeEditable();
    await expectAccessible(signedIn);

    await other.goto('/flows');
    await expect(signedIn.getByRole('button', { name: /other person is here/ })).toHaveCount(0);
    await other.context().close();
  });
}

test('the name of somebody stands outside the cards, at every scale', async ({
  api,
  browser,
  server,
  signedIn,
}) => {
  const sid = await storeFlow(api, smallFlow(), 'Named by the cards');
  const mine = new DesignerPage(signedIn);
  await mine.open(sid);
  const other = await otherBrowser(browser, server);
  const theirs = new DesignerPage(other);
  await theirs.open(sid);
  const label = signedIn.locator('.presence-card .presence-label');
  /** The cards that the name lies on, and whether it is there at all. */
  const covered = () =>
    signedIn.evaluate(() => {
      const boxOf = (element: Element) => element.getBoundingClientRect();
      const [name] = document.querySelectorAll('.presence-card .presence-label');
      if (name === undefined) return ['no name'];
      const { left, right, top, bottom } = boxOf(name);
      return [...document.querySelectorAll('[data-card]')].flatMap((card) => {
        const box = boxOf(card);
        const isClear = left >= box.right || right <= box.left || top >= box.bottom || bottom <= box.top;
        return isClear ? [] : [card.getAttribute('aria-label')];
      });
    });
  for (const card of ['ask', 'thank', 'spare']) {
    await theirs.select(card);
    await expect(label).toBeVisible();
    for (const keys of ['Shift+Digit0', 'Shift+Digit1']) {
      await mine.canvas.focus();
      await signedIn.keyboard.press(keys);
      await expect.poll(covered).toEqual([]);
    }
  }
  await other.context().close();
});

test('two tabs of a person are one entry, which is gone 10 s after the connection was lost', async ({
  api,
  browser,
  server,
  signedIn,
}) => {
  const sid = await storeFlow(api, smallFlow(), 'Watched by two');
  const mine = new DesignerPage(signedIn);
  await mine.open(sid);
  const other = await otherBrowser(browser, server);
  await new DesignerPage(other).open(sid);
  const second = await other.context().newPage();
  await new DesignerPage(second).open(sid);
  const entry = signedIn.getByRole('button', { name: '1 other person is here' });
  await expect(entry).toBeVisible();
  for (const page of [other, second]) {
    await page.bringToFront();
    await page.waitForResponse((response) => response.url().endsWith(paths.presence(sid)));
  }
  await expect(entry).toBeVisible();

  await second.close();
  await expect(entry).toBeVisible();
  await other.context().setOffline(true);
  await expect(entry).toHaveCount(0, { timeout: 12_000 });
  await other.context().setOffline(false);
  await expect(entry).toBeVisible({ timeout: 12_000 });
  await other.context().close();
});

test.describe('a flow that is deleted while it is open', () => {
  test.use({ expectedErrors: [/404/] });

  test('is kept as a new one', async ({ api, signedIn }) => {
    const sid = await storeFlow(api, smallFlow(), 'Deleted by another');
    const designer = new DesignerPage(signedIn);
    await designer.open(sid);
    await designer.select('thank');
    await designer.field('Message').fill('Written before');
    await designer.expectAllSaved();
    await api.delete(paths.flow(sid));
    await expect(signedIn.getByText('This flow was deleted. Your copy is still here.')).toBeVisible();
    await expect(signedIn.locator('.saved')).toContainText('Flow deleted');
    await expectAccessibleInBothThemes(signedIn);
    await signedIn.getByRole('button', { name: 'Keep as a new flow' }).press('Enter');
    await expect(signedIn).not.toHaveURL(new RegExp(sid));
    await expect(designer.card('thank')).toContainText('Written before');
  });
});
