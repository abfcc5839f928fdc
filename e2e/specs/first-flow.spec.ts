/** A new flow from nothing to published: once by mouse, once by keyboard alone. */

import type { APIRequestContext, Page } from 'playwright/test';
import { expect, test } from '../fixtures.ts';
import { DesignerPage, middleOf, storedFlow } from '../pages/designer.ts';

test('a first flow is built by mouse, typing only its texts', async ({ api, signedIn }) => {
  const designer = new DesignerPage(signedIn);
  await signedIn.goto('/flows');
  await signedIn.getByRole('button', { name: 'New flow' }).first().click();
  await signedIn.getByRole('dialog').getByRole('button', { name: 'Create draft' }).click();
  // The dialog shows a trigger, too.
  await expect(signedIn.getByRole('dialog')).toHaveCount(0);
  await expect(designer.card('Trigger')).toBeVisible();
  await designer.jack('Trigger', 'Incoming message').click();
  await signedIn.getByRole('option', { name: 'Send & wait for reply' }).click();
  await designer.field('Message').click();
  await signedIn.keyboard.type('What is your name?');
  const jack = await middleOf(designer.jack('send_and_wait_for_reply_1', 'Reply'));
  await designer.drag(jack, { x: jack.x, y: jack.y + 120 });
  await signedIn.getByRole('option', { name: 'Send message' }).click();
  await designer.field('Message').click();
  await signedIn.keyboard.type('Welcome!');
  await signedIn.getByRole('button', { name: 'Publish', exact: true }).click();
  await signedIn.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect(signedIn.getByText('Published as revision 2.')).toBeVisible();
  await expectGreeting(signedIn, api);
});

test('a first flow is built by keyboard alone', async ({ api, signedIn }) => {
  const designer = new DesignerPage(signedIn);
  const { keyboard } = signedIn;
  await signedIn.goto('/flows');
  await tabTo(signedIn, 'New flow');
  await keyboard.press('Enter');
  await expect(signedIn.getByRole('dialog')).toBeVisible();
  await tabTo(signedIn, 'Create draft');
  await keyboard.press('Enter');
  await expect(signedIn.getByRole('dialog')).toHaveCount(0);
  await expect(designer.card('Trigger')).toBeVisible();
  await tabTo(signedIn, 'Trigger, trigger, 5 outlets, 0 connected, no problems');
  await keyboard.press('ArrowRight');
  await add(designer, 'wait for reply', 'send_and_wait_for_reply_1');
  await designer.expectCord('Trigger', 'Incoming message', 'send_and_wait_for_reply_1');
  await writeMessage(designer, 'What is your name?');
  await tabTo(signedIn, /^send_and_wait_for_reply_1, /, 'Shift+Tab');
  await add(designer, 'send message', 'send_message_1');
  await designer.expectCord('send_and_wait_for_reply_1', 'Reply', 'send_message_1');
  await writeMessage(designer, 'Welcome!');
  await keyboard.press('ControlOrMeta+Shift+Enter');
  await expect(signedIn.getByRole('dialog').getByLabel('Revision message')).toBeFocused();
  await keyboard.press('Enter');
  await expect(signedIn.getByText('Published as revision 2.')).toBeVisible();
  await expectGreeting(signedIn, api);
});

/** Adds a widget after the focused one and expects the new one to have the focus. */
async function add(designer: DesignerPage, search: string, name: string): Promise<void> {
  const { keyboard } = designer.page;
  await keyboard.press('a');
  await expect(designer.library.getByRole('searchbox')).toBeFocused();
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type(search);
  await keyboard.press('Enter');
  await expect(designer.card(name)).toBeFocused();
}

/** Moves the focus from the card to a field of its settings and types there. */
async function writeMessage(designer: DesignerPage, text: string): Promise<void> {
  const { page } = designer;
  await page.keyboard.press('F2');
  await expect(designer.settings.getByRole('tab', { name: 'Config' })).toBeFocused();
  await tabTo(page, 'Message');
  await page.keyboard.type(text);
  await expect(designer.field('Message')).toHaveText(text);
}

/** Presses Tab until the element with that name has the focus. */
async function tabTo(page: Page, name: string | RegExp, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    const focused = await page.evaluate(() => {
      let active = document.activeElement;
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
      return active?.getAttribute('aria-label') ?? active?.textContent ?? '';
    });
    if (typeof name === 'string' ? focused.trim() === name : name.test(focused)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} leads to nothing called ${name}.`);
}

/** Expects the stored flow to ask for a name and to greet. */
async function expectGreeting(page: Page, api: APIRequestContext): Promise<void> {
  const sid = /FW[0-9a-f]{32}/.exec(page.url())?.[0] ?? '';
  const { status, definition } = await storedFlow(api, sid);
  expect(status).toBe('published');
  expect(definition.states.map(({ properties }) => properties?.body)).toEqual([
    undefined,
    'What is your name?',
    'Welcome!',
  ]);
  const next = definition.states[1]?.transitions?.map((each) => each.next);
  expect(next).toEqual(['send_message_1', undefined, undefined]);
}
