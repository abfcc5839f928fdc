/** How many interactions the first flow takes: a question, a yes/no branch, two answers, published; piece by piece, and with Ask. */

import type { Page } from 'playwright/test';
import type { FlowDefinition } from '#flow/definition.ts';
import { emptyDefinition } from '#flow/definition.ts';
import { expect, test } from '../fixtures.ts';
import { DesignerPage, storedFlow, storeFlow } from '../pages/designer.ts';

/** Real events, counted: a click, a drag, a typed text, and on the keyboard each key. */
class CountedUser {
  interactions = 0;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async click(target: ReturnType<Page['getByRole']>): Promise<void> {
    this.interactions += 1;
    await target.click();
  }

  async drag(from: ReturnType<Page['getByRole']>, to: ReturnType<Page['getByRole']>): Promise<void> {
    this.interactions += 1;
    await from.hover();
    await this.#page.mouse.down();
    // Leaving the field makes the outlets; the browser takes a drop only after a second event over the target.
    await to.hover();
    await to.hover();
    await this.#page.mouse.up();
  }

  /** Types into what has the focus. */
  async type(text: string): Promise<void> {
    this.interactions += 1;
    await this.#page.keyboard.type(text);
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      this.interactions += 1;
      await this.#page.keyboard.press(key);
    }
  }
}

// Camera moves are instant, so that a drag finds its target where it is.
test('a two-answer flow takes at most 12 interactions by mouse', async ({ api, signedIn }) => {
  const designer = new DesignerPage(signedIn);
  const user = new CountedUser(signedIn);
  const sid = await storeFlow(api, emptyDefinition());
  await designer.open(sid);
  await user.click(signedIn.getByRole('button', { name: /^Incoming message/ }));
  await expect(designer.field('Message')).toBeFocused();
  await user.type('Will you come?');
  await user.click(designer.jack('send_and_wait_for_reply_1', 'Reply'));
  await user.click(signedIn.getByRole('option', { name: 'Split based on' }));
  await expect(designer.field('Add answers')).toBeFocused();
  await user.type('yes, no');
  await user.drag(
    designer.library.getByRole('button', { name: 'Send message' }),
    designer.jack('split_based_on_1', 'is yes'),
  );
  await expect(designer.field('Message')).toBeFocused();
  await user.type('See you there.');
  await user.drag(
    designer.library.getByRole('button', { name: 'Send message' }),
    designer.jack('split_based_on_1', 'is no'),
  );
  await expect(designer.field('Message')).toBeFocused();
  await user.type('What a pity.');
  await user.click(signedIn.getByRole('button', { name: 'Publish', exact: true }));
  await user.click(signedIn.getByRole('dialog').getByRole('button', { name: 'Publish' }));
  await expect(signedIn.getByText('Published as revision 2.')).toBeVisible();
  expectTwoAnswers((await storedFlow(api, sid)).definition);
  expect(user.interactions).toBeLessThanOrEqual(12);
});

test('a two-answer flow takes at most 24 keys and texts', async ({ api, signedIn }) => {
  const designer = new DesignerPage(signedIn);
  const user = new CountedUser(signedIn);
  const sid = await storeFlow(api, emptyDefinition());
  await designer.open(sid);
  await user.press('ArrowRight', 'a');
  await expect(
    signedIn.getByRole('searchbox', { name: 'What happens after “Incoming message”?' }),
  ).toBeFocused();
  await user.press('Enter');
  await expect(designer.field('Message')).toBeFocused();
  await user.type('Will you come?');
  await user.press('Escape');
  await expect(designer.card('send_and_wait_for_reply_1')).toBeFocused();
  await user.press('a');
  await expect(signedIn.getByRole('searchbox', { name: 'What happens after “Reply”?' })).toBeFocused();
  await user.press('Enter');
  await expect(designer.field('Add answers')).toBeFocused();
  await user.type('yes, no');
  await user.press('Enter', 'Escape');
  await expect(designer.card('split_based_on_1')).toBeFocused();
  // The canvas is drawn after the field.
  await expect(designer.jack('split_based_on_1', 'is no')).toBeVisible();
  await user.press('Alt+ArrowRight', 'a');
  await expect(signedIn.getByRole('searchbox', { name: 'What happens after “is yes”?' })).toBeFocused();
  await user.press('Enter');
  await expect(designer.field('Message')).toBeFocused();
  await user.type('See you there.');
  await user.press('Escape', 'Alt+ArrowUp', 'Alt+ArrowRight', 'a');
  await expect(signedIn.getByRole('searchbox', { name: 'What happens after “is no”?' })).toBeFocused();
  await user.press('Enter');
  await expect(designer.field('Message')).toBeFocused();
  await user.type('What a pity.');
  await user.press('ControlOrMeta+Shift+Enter');
  await expect(signedIn.getByRole('dialog').getByLabel('Revision message')).toBeFocused();
  await user.press('Enter');
  await expect(signedIn.getByText('Published as revision 2.')).toBeVisible();
  expectTwoAnswers((await storedFlow(api, sid)).definition);
  expect(user.interactions).toBeLessThanOrEqual(24);
});

test('Ask makes a published flow with a loop and a reminder in at most 14 interactions by mouse', async ({
  api,
  signedIn,
}) => {
  const designer = new DesignerPage(signedIn);
  const user = new CountedUser(signedIn);
  const sid = await storeFlow(api, emptyDefinition());
  await designer.open(sid);
  await user.click(designer.library.getByRole('button', { name: 'Ask', exact: true }));
  const composer = signedIn.getByRole('dialog', { name: 'Ask', exact: true });
  await expect(composer.getByRole('textbox', { name: /^Question/ })).toBeFocused();
  await user.type('Can you come to your appointment?');
  for (const [label, text] of Object.entries(askedFor)) {
    await user.click(composer.getByRole('textbox', { name: label, exact: true }));
    await user.type(text);
  }
  await expect(composer.getByText('6 widgets, 8 cords')).toBeVisible();
  await user.click(composer.getByRole('button', { name: 'Add to flow' }));
  await user.click(signedIn.getByRole('button', { name: 'Publish', exact: true }));
  await user.click(signedIn.getByRole('dialog').getByRole('button', { name: 'Publish' }));
  await expect(signedIn.getByText('Published as revision 2.')).toBeVisible();
  expectAsked((await storedFlow(api, sid)).definition);
  expect(user.interactions).toBeLessThanOrEqual(14);
  // It was one step.
  await designer.undo();
  await expect(designer.cards()).toHaveCount(1);
});

test('Ask by keys takes at most twice as many', async ({ api, signedIn }) => {
  const designer = new DesignerPage(signedIn);
  const user = new CountedUser(signedIn);
  const sid = await storeFlow(api, emptyDefinition());
  await designer.open(sid);
  await user.press('a');
  await user.type('ask');
  await user.press('Enter');
  const composer = signedIn.getByRole('dialog', { name: 'Ask', exact: true });
  await expect(composer.getByRole('textbox', { name: /^Question/ })).toBeFocused();
  await user.type('Can you come to your appointment?');
  for (const [label, text] of Object.entries(askedFor)) {
    await user.press('Tab');
    await expect(composer.getByRole('textbox', { name: label, exact: true })).toBeFocused();
    await user.type(text);
  }
  await user.press('ControlOrMeta+Enter');
  await expect(designer.card('ask_appointment')).toBeVisible();
  await user.press('ControlOrMeta+Shift+Enter');
  await expect(signedIn.getByRole('dialog').getByLabel('Revision message')).toBeFocused();
  await user.press('Enter');
  await expect(signedIn.getByText('Published as revision 2.')).toBeVisible();
  expectAsked((await storedFlow(api, sid)).definition);
  expect(user.interactions).toBeLessThanOrEqual(28);
});

/** What is typed into the fields of Ask, in their order. */
const askedFor = {
  'Answer 1': 'yes',
  'Reply to answer 1': 'See you there.',
  'Answer 2': 'no',
  'Reply to answer 2': 'What a pity.',
};

/** A question, its answers, the loop for any other reply and the reminder when none comes. */
function expectAsked({ states }: FlowDefinition): void {
  const next = (name: string) =>
    Object.fromEntries(
      (states.find((each) => each.name === name)?.transitions ?? []).map((each) => [
        each.conditions?.[0]?.value ?? each.event,
        each.next,
      ]),
    );
  expect(next('Trigger')).toMatchObject({ incomingMessage: 'ask_appointment' });
  expect(next('ask_appointment')).toMatchObject({
    incomingMessage: 'answer_appointment',
    timeout: 'remind_appointment',
  });
  expect(next('answer_appointment')).toEqual({
    noMatch: 'ask_again',
    'yes, y, ok, sure': 'said_yes',
    'no, n, not': 'said_no',
  });
  expect(next('ask_again')).toMatchObject({ incomingMessage: 'answer_appointment' });
  expect(next('remind_appointment')).toMatchObject({ incomingMessage: 'answer_appointment' });
}

/** A question, and an answer for yes and one for no. */
function expectTwoAnswers({ states }: FlowDefinition): void {
  const split = states.find(({ type }) => type === 'split-based-on');
  expect(split?.properties?.input).toBe('{{widgets.send_and_wait_for_reply_1.inbound.Body}}');
  const bodyOf = (name: string | null | undefined) =>
    states.find((each) => each.name === name)?.properties?.body;
  expect(split?.transitions?.map(({ conditions, next }) => [conditions?.[0]?.value, bodyOf(next)])).toEqual([
    [undefined, undefined],
    ['yes', 'See you there.'],
    ['no', 'What a pity.'],
  ]);
}
