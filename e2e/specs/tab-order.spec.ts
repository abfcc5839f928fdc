/** The Tab key in the designer: few stops, one for each region, on a fresh page on which nothing was clicked. */

import type { Page } from 'playwright/test';
import { expect, test } from '../fixtures.ts';
import { DesignerPage, storeFlow } from '../pages/designer.ts';
import { smallFlow } from '../small-flow.ts';

const trigger = /^Trigger, /;

const focusedName = (page: Page) =>
  page.evaluate(() => {
    const active = document.activeElement;
    return active?.getAttribute('aria-label') ?? active?.textContent?.trim() ?? '';
  });

test('at most 8 stops lead from the start of the page to the canvas, one for each region', async ({
  api,
  signedIn,
}) => {
  const designer = new DesignerPage(signedIn);
  await designer.open(await storeFlow(api, smallFlow()));
  const stops: string[] = [];
  while (stops.length < 8 && !trigger.test(stops.at(-1) ?? '')) {
    await signedIn.keyboard.press('Tab');
    stops.push(await focusedName(signedIn));
  }
  expect(stops.at(-1)).toMatch(trigger);
  expect(stops.slice(0, 2)).toEqual(['Skip to content', 'Skip to canvas']);
  await expect(designer.card('Trigger')).toBeFocused();
  // The way back is as short.
  for (const _ of stops.slice(1)) await signedIn.keyboard.press('Shift+Tab');
  await expect(signedIn.getByRole('link', { name: 'Skip to content' })).toBeFocused();
});

test('the second skip link leads to the canvas, arrow keys move inside a region', async ({
  api,
  signedIn,
}) => {
  const designer = new DesignerPage(signedIn);
  await designer.open(await storeFlow(api, smallFlow()));
  const { keyboard } = signedIn;
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(designer.card('Trigger')).toBeFocused();
  await keyboard.press('Shift+Tab');
  await expect(designer.library).toContainText('Messaging');
  await signedIn.getByRole('searchbox', { name: /^Search/ }).focus();
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowDown');
  await expect(designer.library.locator(':focus')).toBeVisible();
  const toolbar = signedIn.getByRole('toolbar', { name: 'Actions of the flow' });
  await toolbar.getByRole('link', { name: 'Executions' }).focus();
  await keyboard.press('ArrowRight');
  await expect(toolbar.getByRole('button', { name: /^Validate/ })).toBeFocused();
});

test('a new flow has the focus on the first outlet of its trigger, and F2 puts the caret in a name', async ({
  signedIn,
}) => {
  const designer = new DesignerPage(signedIn);
  await signedIn.goto('/flows');
  await signedIn.getByRole('button', { name: 'New flow' }).first().click();
  await signedIn.getByRole('dialog').getByRole('button', { name: 'Create draft' }).click();
  await expect(designer.card('Trigger')).toBeFocused();
  await signedIn.keyboard.press('a');
  await expect(signedIn.getByRole('searchbox', { name: /^What happens after/ })).toBeFocused();
  await signedIn.keyboard.type('send message');
  await signedIn.keyboard.press('Enter');
  await expect(designer.nameField()).toHaveValue('send_message_1');
  await expect(designer.field('Message')).toBeFocused();
  await signedIn.keyboard.press('Escape');
  await expect(designer.card('send_message_1')).toBeFocused();
  await signedIn.keyboard.press('F2');
  await expect(designer.cardName('send_message_1')).toBeFocused();
  await signedIn.keyboard.type('greet');
  await signedIn.keyboard.press('Enter');
  await expect(designer.card('greet')).toBeFocused();
});

test('a click on empty canvas and a key draw no ring around the page', async ({ api, signedIn }) => {
  const designer = new DesignerPage(signedIn);
  await designer.open(await storeFlow(api, smallFlow()));
  const box = await designer.canvas.boundingBox();
  await signedIn.mouse.click((box?.x ?? 0) + 30, (box?.y ?? 0) + (box?.height ?? 0) / 2);
  await signedIn.keyboard.press('Shift');
  await expect(signedIn.locator('main')).toHaveCSS('outline-style', 'none');
});
