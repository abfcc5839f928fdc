/** A new flow from nothing to published: by mouse, by keyboard alone, and through the accessibility tree alone. */

import type { APIRequestContext, Locator, Page } from 'playwright/test';
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
  await expect(designer.field('Message')).toBeFocused();
  await signedIn.keyboard.type('What is your name?');
  const jack = await middleOf(designer.jack('send_and_wait_for_reply_1', 'Reply'));
  await designer.drag(jack, { x: jack.x, y: jack.y + 120 });
  await signedIn.getByRole('option', { name: 'Send message' }).click();
  await expect(designer.field('Message')).toBeFocused();
  await signedIn.keyboard.type('Welcome!');
  await signedIn.getByRole('button', { name: 'Publish', exact: true }).click();
  await signedIn.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect(signedIn.getByText('Published as revision 2.')).toBeVisible();
  await expectGreeting(signedIn, api);
});

test('a first flow is built by keyboard alone', { tag: '@journey' }, async ({ api, signedIn }) => {
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
  await keyboard.press('Escape');
  await expect(designer.card('send_and_wait_for_reply_1')).toBeFocused();
  await add(designer, 'send message', 'send_message_1');
  await designer.expectCord('send_and_wait_for_reply_1', 'Reply', 'send_message_1');
  await writeMessage(designer, 'Welcome!');
  await keyboard.press('ControlOrMeta+Shift+Enter');
  await expect(signedIn.getByRole('dialog').getByLabel('Revision message')).toBeFocused();
  await keyboard.press('Enter');
  await expect(signedIn.getByText('Published as revision 2.')).toBeVisible();
  await expectGreeting(signedIn, api);
});

test('a first flow is built through roles and names alone, as assistive technology does', async ({
  api,
  signedIn,
}) => {
  const activate = async (part: Locator) => {
    await part.focus();
    await part.press('Enter');
  };
  const name = (role: 'button' | 'menuitem' | 'option' | 'textbox', text: string | RegExp) =>
    signedIn.getByRole(role, { name: text });
  const addAfter = async (widget: string, type: string) => {
    await activate(name('button', `Actions for ${widget}`));
    await activate(name('menuitem', /^Add a widget/));
    await signedIn.getByRole('searchbox', { name: /^What happens after/ }).fill(type);
    await signedIn.getByRole('searchbox', { name: /^What happens after/ }).press('Enter');
  };
  await signedIn.goto('/flows');
  await activate(name('button', 'New flow').first());
  await activate(signedIn.getByRole('dialog').getByRole('button', { name: 'Create draft' }));
  await expect(signedIn.getByRole('dialog')).toHaveCount(0);
  await activate(name('button', 'Show outline'));
  await addAfter('Trigger', 'wait for reply');
  await name('textbox', 'Message').fill('What is your name?');
  await addAfter('send_and_wait_for_reply_1', 'send message');
  await expect(name('textbox', 'Widget name')).toHaveValue('send_message_1');
  await name('textbox', 'Message').fill('Welcome!');
  await activate(signedIn.getByRole('button', { name: 'Publish', exact: true }));
  await activate(signedIn.getByRole('dialog').getByRole('button', { name: 'Publish' }));
  await expect(signedIn.getByText('Published as revision 2.')).toBeVisible();
  await expectGreeting(signedIn, api);
});

/** Adds a widget after the focused one and expects its settings to be open. */
async function add(designer: DesignerPage, search: string, name: string): Promise<void> {
  const { keyboard } = designer.page;
  await keyboard.press('a');
  await expect(designer.page.getByRole('searchbox', { name: /^What happens after/ })).toBeFocused();
  await keyboard.type(search);
  await keyboard.press('Enter');
  await expect(designer.nameField()).toHaveValue(name);
}

/** Types into the message, which has the caret once its widget is added. */
async function writeMessage(designer: DesignerPage, text: string): Promise<void> {
  const { page } = designer;
  await expect(designer.field('Message')).toBeFocused();
  await page.keyboard.type(text);
  await expect(designer.field('Message')).toHaveText(text);
}

/** Presses Tab until the element with that name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    const focused = await page.evaluate(() => {
      let active = document.activeElement;
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
      return active?.getAttribute('aria-label') ?? active?.textContent ?? '';
    });
    if (focused.trim() === name) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab leads to nothing called ${name}.`);
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
