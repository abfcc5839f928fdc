/** The designer where its users live otherwise: plain HTTP in a network, other keyboards, input methods, and fields of their own. */

import type { Page } from 'playwright/test';
import { expect, test } from '../fixtures.ts';
import { DesignerPage, storeFlow } from '../pages/designer.ts';
import { smallFlow } from '../small-flow.ts';
import { networkName } from '../variants.ts';

test('over plain HTTP the page opens, and copies', async ({ api, server, browser }) => {
  const sid = await storeFlow(api, smallFlow());
  const url = server.url.replace('127.0.0.1', networkName);
  const page = await browser.newPage();
  await page.goto(`${url}/sign-in`);
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await page.getByRole('button', { name: 'Use the account SID and token' }).click();
  await page.getByLabel('Account SID').fill(server.account.sid);
  await page.getByLabel('Auth token').fill(server.account.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/flows/);
  await page.goto(`${url}/flows/${sid}`);
  const designer = new DesignerPage(page);
  await page.getByRole('button', { name: 'Copy webhook URL' }).click();
  const search = page.getByPlaceholder(/search.*widgets/i);
  await search.click();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(search).toHaveValue(new RegExp(sid));
  await search.fill('');
  const before = await designer.cards().count();
  await designer.card('spare').click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Copy/ }).first().click();
  await designer.card('thank').click();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(designer.cards()).toHaveCount(before + 1);
  await page.close();
});

async function pressKey(page: Page, key: string, code: string, keyCode: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const press = { key, code, windowsVirtualKeyCode: keyCode, modifiers: 2 };
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...press });
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...press });
  await session.detach();
}

test('shortcuts work on a Russian keyboard', async ({ api, signedIn: page }) => {
  const designer = new DesignerPage(page);
  await designer.open(await storeFlow(api, smallFlow()));
  await designer.select('spare');
  await page.keyboard.press('Delete');
  await expect(designer.card('spare')).toHaveCount(0);
  await pressKey(page, '\u044f', 'KeyZ', 90);
  await expect(designer.card('spare')).toHaveCount(1);
});

test('the Enter that confirms what an input method composes does nothing else', async ({
  api,
  signedIn: page,
}) => {
  const designer = new DesignerPage(page);
  await designer.open(await storeFlow(api, smallFlow()));
  await designer.select('spare');
  await page.keyboard.press('F2');
  await page.keyboard.press('ControlOrMeta+a');
  const session = await page.context().newCDPSession(page);
  const text = '\u306b\u307b\u3093';
  await session.send('Input.imeSetComposition', { text, selectionStart: 3, selectionEnd: 3 });
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 };
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter });
  await session.send('Input.insertText', { text });
  await expect(designer.card('spare')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(designer.card(text)).toHaveCount(1);
});

test('undo and cut in a field are the field’s', async ({ api, signedIn: page }) => {
  const designer = new DesignerPage(page);
  await designer.open(await storeFlow(api, smallFlow()));
  await designer.select('spare');
  await page.keyboard.press('Delete');
  const search = page.getByPlaceholder(/search.*widgets/i);
  await search.click();
  await page.keyboard.type('hello');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(search).not.toHaveValue('hello');
  await expect(designer.card('spare')).toHaveCount(0);
  await designer.select('thank');
  const message = designer.field('Message');
  await expect(message).toHaveAttribute('contenteditable');
  await message.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+x');
  await expect(message).toHaveText('');
  await expect(designer.card('thank')).toHaveCount(1);
});

test('a combobox takes every letter, and Enter chooses what is left', async ({ api, signedIn: page }) => {
  const designer = new DesignerPage(page);
  await designer.open(await storeFlow(api, smallFlow()));
  await designer.select('spare');
  await designer.showTab(/^Transitions/);
  const box = page.getByRole('combobox').first();
  await box.click();
  await page.keyboard.type('than', { delay: 40 });
  await expect(box).toHaveValue('than');
  await page.keyboard.press('Enter');
  await expect(box).toHaveValue(/thank/);
});
