/** Several browsers edit one flow: what each sees, whose edits an undo takes, and what a killed server must not lose. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright/test';
import { paths } from '#api/paths.ts';
import { expect, expectAccessibleInBothThemes, signIn, test } from '../fixtures.ts';
import { DesignerPage, storeFlow } from '../pages/designer.ts';
import { freePort, type RunningServer, startServer } from '../server.ts';
import { smallFlow } from '../small-flow.ts';

/** So often is the server killed here; `npm run test:coedit` does it more often. */
const kills = Number(process.env.COEDIT_KILLS ?? 3);

/** Another person's browser, signed in to the same account. */
async function otherBrowser(browser: Browser, server: Pick<RunningServer, 'url' | 'account'>): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await signIn(page, server as RunningServer);
  return page;
}

test('a half-finished flow with errors looks the same in a second browser', async ({
  api,
  browser,
  server,
  signedIn,
}) => {
  const sid = await storeFlow(api, smallFlow(), 'Half-finished');
  const mine = new DesignerPage(signedIn);
  await mine.open(sid);
  await mine.select('thank');
  await signedIn.keyboard.press('a');
  await expect(signedIn.getByRole('searchbox', { name: 'What happens after “Sent”?' })).toBeFocused();
  await signedIn.keyboard.type('http');
  await signedIn.keyboard.press('Enter');
  await mine.expectAllSaved();
  // A card is judged when it is left.
  await expect(signedIn.getByRole('button', { name: 'Validate', exact: true })).toBeVisible();
  await mine.select('thank');
  const other = await otherBrowser(browser, server);
  const theirs = new DesignerPage(other);
  await theirs.open(sid);
  for (const page of [signedIn, other]) {
    await expect(page.getByRole('button', { name: /^Validate, \d+ errors?$/ })).toBeVisible();
    await expect(new DesignerPage(page).card('make_http_request_1')).toBeVisible();
  }
  const shown = await signedIn.getByRole('button', { name: /^Validate, / }).getAttribute('aria-label');
  await expect(other.getByRole('button', { name: shown ?? '', exact: true })).toBeVisible();
  await other.context().close();
});

test('two people type in two fields of one widget, and in one field; one undoes', {
  tag: '@journey',
}, async ({ api, browser, server, signedIn }) => {
  const sid = await storeFlow(api, smallFlow(), 'Typed by two');
  const other = await otherBrowser(browser, server);
  const [mine, theirs] = [new DesignerPage(signedIn), new DesignerPage(other)];
  for (const each of [mine, theirs]) {
    await each.open(sid);
    await each.select('ask');
  }
  await theirs.field('Message').focus();
  await other.keyboard.press('ControlOrMeta+End');
  await Promise.all([mine.field('Reply stored as').fill('mood'), other.keyboard.type(' And yours?')]);
  await expect(theirs.field('Reply stored as')).toHaveValue('mood');
  await expect(mine.card('ask')).toContainText('And yours?');
  // Both in one field: one at its beginning, the other at its end.
  await mine.field('Message').focus();
  await signedIn.keyboard.press('ControlOrMeta+Home');
  await Promise.all([signedIn.keyboard.type('Hello! '), other.keyboard.type(' Tell me.')]);
  const both = /Hello! How are you\?.*And yours\?.* Tell me\./;
  for (const each of [mine, theirs]) {
    await each.expectAllSaved();
    await expect(each.card('ask')).toContainText('Hello!');
    await expect(each.field('Message')).toHaveText(both);
  }
  // Only one's own typing is undone.
  await mine.undo();
  for (const each of [mine, theirs]) {
    await expect(each.field('Message')).not.toContainText('Hello!');
    await expect(each.field('Message')).toContainText('Tell me.');
  }
  await other.context().close();
});

test('undo of a text that another has changed since says so, and offers both', async ({
  api,
  browser,
  server,
  signedIn,
}) => {
  const sid = await storeFlow(api, smallFlow(), 'Contested');
  const other = await otherBrowser(browser, server);
  const [mine, theirs] = [new DesignerPage(signedIn), new DesignerPage(other)];
  for (const each of [mine, theirs]) {
    await each.open(sid);
    await each.select('ask');
    await expect(each.field('Message')).toHaveAttribute('contenteditable');
  }
  const write = async (page: Page, designer: DesignerPage, text: string) => {
    await designer.field('Message').click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(text);
  };
  await write(signedIn, mine, 'Good day');
  await expect(theirs.field('Message')).toHaveText('Good day');
  await write(other, theirs, 'Goodbye, all');
  await expect(mine.field('Message')).toHaveText('Goodbye, all');
  await mine.undo();
  const dialog = signedIn.getByRole('dialog', { name: 'This text has changed since' });
  await expect(dialog.getByRole('region', { name: 'Text as it is now' })).toContainText('Goodbye, all');
  const earlier = dialog.getByRole('region', { name: 'Text without both changes' });
  await expect(earlier).toContainText('How are you?');
  await expect(dialog.getByRole('button', { name: 'Keep this text' })).toBeFocused();
  await expectAccessibleInBothThemes(signedIn);
  // Escape leaves everything as it is.
  await signedIn.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await mine.undo();
  await earlier.getByRole('button', { name: 'Use this text' }).click();
  for (const each of [mine, theirs]) await expect(each.field('Message')).toHaveText('How are you?');
  await mine.redo();
  for (const each of [mine, theirs]) await expect(each.field('Message')).toHaveText('Goodbye, all');
  await other.context().close();
});

test('what others do is announced, and leaves the focus and the caret where they are', async ({
  api,
  browser,
  server,
  signedIn,
}) => {
  const sid = await storeFlow(api, smallFlow(), 'Renamed by another');
  const other = await otherBrowser(browser, server);
  const [mine, theirs] = [new DesignerPage(signedIn), new DesignerPage(other)];
  for (const each of [mine, theirs]) {
    await each.open(sid);
    await each.select('ask');
  }
  await mine.field('Message').focus();
  await signedIn.keyboard.press('ControlOrMeta+Home');
  await signedIn.keyboard.type('Hello');
  await theirs.nameField().fill('ask_name');
  await theirs.nameField().press('Enter');
  await expect(mine.nameField()).toHaveValue('ask_name');
  await expect(mine.field('Message')).toBeFocused();
  await signedIn.keyboard.type(' there! ');
  await expect(mine.field('Message')).toHaveText('Hello there! How are you?');
  await expect(
    signedIn.locator('[aria-live="polite"]').filter({ hasText: 'Renamed ask to ask_name' }),
  ).toHaveCount(1);
  // Neither does a widget that somebody else removes.
  await theirs.select('spare');
  await other.keyboard.press('Delete');
  await expect(mine.card('spare')).toHaveCount(0);
  await expect(mine.field('Message')).toBeFocused();
  await mine.undo();
  await expect(mine.field('Message')).not.toContainText('there');
  await expect(mine.nameField()).toHaveValue('ask_name');
  await other.context().close();
});

test.describe('while the server is killed', () => {
  test.use({ expectedErrors: [/ERR_|Failed to load resource/] });

  test('three browsers, one of them hidden and one offline, lose nothing', async ({
    browser,
    playwright,
  }) => {
    const port = await freePort();
    const dataDir = await mkdtemp(join(tmpdir(), 'patchbay-coedit-'));
    let server = await startServer({ port, dataDir });
    const { sid: username, token: password } = server.account;
    const api = await playwright.request.newContext({
      baseURL: server.url,
      httpCredentials: { username, password, send: 'always' },
    });
    const sid = await storeFlow(api, smallFlow(), 'Killed');
    const pages = [
      await otherBrowser(browser, server),
      await otherBrowser(browser, server),
      await otherBrowser(browser, server),
    ];
    const [first, hidden, offline] = pages.map((page) => new DesignerPage(page));
    if (first === undefined || hidden === undefined || offline === undefined) throw new Error('No page.');
    for (const each of [first, hidden, offline]) await each.open(sid);
    await setHidden(hidden.page, true);
    // With its settings open: they are loaded after the cards.
    await offline.select('spare');
    await offline.page.context().setOffline(true);
    await offline.field('Message').fill('Written offline');
    await first.select('ask');
    await hidden.select('thank');
    for (let nth = 1; nth <= kills; nth += 1) {
      await first.field('Message').fill(`First ${nth}`);
      await hidden.field('Message').fill(`Hidden ${nth}`);
      await server.kill();
      await first.field('Reply stored as').fill(`while_down_${nth}`);
      server = await startServer({ port, dataDir });
      await expect(first.page.getByText('All changes saved').first()).toBeVisible({ timeout: 40_000 });
    }
    await offline.page.context().setOffline(false);
    await setHidden(hidden.page, false);
    for (const each of [first, hidden, offline]) {
      await expect(each.page.getByText('All changes saved').first()).toBeVisible({ timeout: 40_000 });
      await expect(each.card('ask')).toContainText(`First ${kills}`);
      await expect(each.card('thank')).toContainText(`Hidden ${kills}`);
      await expect(each.card('spare')).toContainText('Written offline');
    }
    const copy = await (await api.get(paths.workingCopy(sid))).json();
    const ask = copy.definition.states.find(({ name }: { name: string }) => name === 'ask');
    expect(ask.properties).toMatchObject({ body: `First ${kills}`, save_response_as: `while_down_${kills}` });
    const { edits } = await (await api.get(`${paths.edits(sid)}?After=0`)).json();
    const ids = edits.map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const page of pages) await page.context().close();
    await api.dispose();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
});

/** Makes the page believe that its tab is hidden, or shown again. */
async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (hidden ? 'hidden' : 'visible'),
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
}
