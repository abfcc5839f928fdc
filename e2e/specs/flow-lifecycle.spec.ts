/**
 * A flow from file to finished execution: imported, edited and published in the page, started by REST, replied to as
 * by a carrier, and observed in the page. With a sample, and with a third-party flow of 51 widgets (needs
 * ../shared/corpus).
 */

import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { APIRequestContext, Locator, Page } from 'playwright/test';
import { maskAddress } from '#api/masking/mask-address.ts';
import { paths } from '#api/paths.ts';
import { samples } from '#flow/samples/samples.ts';
import { Phone } from '../external-systems/phone.ts';
import { expect, test } from '../fixtures.ts';

const thirdPartyFile = fileURLToPath(
  new URL('../../../shared/corpus/flows/SaraAlert__SaraAlert__assessment_studio_flow.json', import.meta.url),
);

const flowAddress = '+15005550006';

type File = { name: string; text: string };

type Play = {
  file: File;
  /** A phone number that no other test of the account has: messages are known by it. */
  contact: string;
  /** The widget whose message is edited, and its new text. */
  widget: string;
  message: string;
  parameters: Record<string, unknown>;
  replies: { write: string; response: string[] }[];
  /** Event and transition of each step, oldest first. */
  steps: [event: string, from: string, to: string][];
  /** The row of a variable in the context after the step that set it. */
  variables: { step: number; row: string }[];
};

type Stage = { page: Page; api: APIRequestContext; url: string };

async function play(what: Play, { page, api, url }: Stage): Promise<void> {
  await test.step('import the file', () => importFile(page, url, what.file));
  await test.step('change a message', () => changeMessage(page, what));
  await test.step('publish', () => publish(page));
  const sid = /FW[0-9a-f]{32}/.exec(page.url())?.[0] ?? '';
  const flow = await (await api.get(paths.flow(sid))).json();
  expect(flow).toMatchObject({ status: 'published', revision: 2, commit_message: 'A friendlier question' });
  const execution = await test.step('start by REST', () => start(api, sid, what));
  await test.step('watch it while the contact answers', async () => {
    await page.goto(`${url}/flows/${sid}/executions/${execution}`);
    const inList = (status: string) =>
      page.getByRole('link', { name: `${status} ${maskAddress(what.contact)}` });
    await expect(inList('Active')).toBeVisible();
    await expect(page.getByRole('button', { name: 'End execution' })).toBeVisible();
    const line = { webhook: flow.webhook_url, account: flow.account_sid, address: flowAddress };
    const contact = new Phone(line, what.contact);
    for (const { write, response } of what.replies)
      expect(await contact.sendMessage(write)).toEqual(response);
    await expect(page.getByRole('button', { name: 'End execution' })).toBeHidden();
    // The list beside it is polled every 5 s.
    await expect(inList('Ended')).toBeVisible({ timeout: 10_000 });
  });
  await test.step('see the steps and the path', () => seeSteps(page, what.steps));
  await test.step('see the variables', () => seeVariables(page, what));
}

async function importFile(page: Page, url: string, { name, text }: File): Promise<void> {
  await page.goto(`${url}/flows`);
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import JSON' }).first().click();
  const file = { name, mimeType: 'application/json', buffer: Buffer.from(text) };
  await (await choosing).setFiles(file);
  await expect(page).toHaveURL(/\/flows\/FW[0-9a-f]{32}/);
  await expect(page.getByText('All changes saved').first()).toBeVisible();
}

async function changeMessage(page: Page, { widget, message }: Play): Promise<void> {
  await page.getByRole('button', { name: 'Show outline' }).click();
  await page.getByRole('searchbox', { name: 'Search names, types and texts' }).fill(widget);
  await page.keyboard.press('Enter');
  const field = page.getByRole('textbox', { name: 'Message', exact: true });
  await field.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(message);
  await expect(page.getByText('All changes saved').first()).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(field).not.toContainText(message);
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(field).toContainText(message);
}

async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Revision message').fill('A friendlier question');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Published as revision 2.')).toBeVisible();
}

async function start(api: APIRequestContext, sid: string, { contact, parameters }: Play): Promise<string> {
  const response = await api.post(paths.executions(sid), {
    form: { To: contact, From: flowAddress, Parameters: JSON.stringify(parameters) },
  });
  expect(response.status(), await response.text()).toBe(201);
  return (await response.json()).sid;
}

function stepButton(page: Page, steps: Play['steps'], number: number): Locator {
  const [event, from, to] = steps[number - 1] ?? [];
  return page.getByRole('button', { name: `Step ${number}, ${event}, from ${from} to ${to}`, exact: true });
}

/** Expects each step in the list, and the widget that it led to marked on the canvas. */
async function seeSteps(page: Page, steps: Play['steps']): Promise<void> {
  await expect(page.getByRole('button', { name: /^Step \d+, / })).toHaveCount(steps.length);
  const canvas = page.getByRole('application');
  await page.getByRole('button', { name: 'Zoom to 100%' }).click();
  for (const [index, [, from, to]] of steps.entries()) {
    await stepButton(page, steps, index + 1).click();
    const widget = to === 'ended' ? from : to;
    const marked = new RegExp(`^${widget}, .*(visited|running)$`);
    await expect(canvas.getByRole('group', { name: marked })).toBeInViewport();
  }
  await expect(canvas.getByRole('group', { name: /not on the execution path$/ }).first()).toBeVisible();
}

async function seeVariables(page: Page, { steps, variables }: Play): Promise<void> {
  for (const { step, row } of variables) {
    await stepButton(page, steps, step).click();
    const context = page.getByRole('region', { name: `Context after step ${step}` });
    await expect(context.getByRole('row', { name: row, exact: true }).first()).toBeVisible();
  }
}

test('a sample goes from file to finished execution', async ({ signedIn, api, server, receiver }) => {
  const sample = samples.find(({ id }) => id === 'appointment-reminder');
  const text = JSON.stringify(sample?.definition).replaceAll('https://example.org', receiver.url);
  await play(
    {
      file: { name: 'reminder.json', text },
      contact: '+15005550077',
      widget: 'ask_again',
      message: 'Yes or no?',
      parameters: { name: 'guest', date: 'Monday', time: '9:00' },
      replies: [
        { write: 'perhaps', response: ['Yes or no?'] },
        { write: 'yes', response: ['Thank you, your appointment on Monday at 9:00 is confirmed.'] },
      ],
      steps: [
        ['incomingRequest', 'Trigger', 'remind'],
        ['incomingMessage', 'remind', 'check_reply'],
        ['noMatch', 'check_reply', 'ask_again'],
        ['incomingMessage', 'ask_again', 'check_second_reply'],
        ['match', 'check_second_reply', 'thank'],
        ['sent', 'thank', 'ended'],
      ],
      variables: [
        { step: 2, row: 'Body "perhaps"' },
        { step: 4, row: 'Body "yes"' },
      ],
    },
    { page: signedIn, api, url: server.url },
  );
});

test('a third-party flow goes from file to finished execution', async ({ signedIn, api, server }) => {
  test.skip(!existsSync(thirdPartyFile), 'needs ../shared/corpus');
  await play(
    {
      file: { name: basename(thirdPartyFile), text: readFileSync(thirdPartyFile, 'utf8') },
      contact: '+15005550078',
      widget: 'sms_assessment_prompt',
      message: 'How do you feel today?',
      parameters: { medium: 'SMS', try_again: 'Please answer yes or no.', thanks: 'Thank you.' },
      replies: [
        { write: 'hard to say', response: ['Please answer yes or no.'] },
        { write: 'Yes', response: [] },
      ],
      steps: [
        ['incomingRequest', 'Trigger', 'initialize_retry_count'],
        ['next', 'initialize_retry_count', 'sms_or_voice'],
        ['match', 'sms_or_voice', 'sms_assessment_prompt'],
        ['incomingMessage', 'sms_assessment_prompt', 'OptOutTypeNotBlankReply'],
        ['noMatch', 'OptOutTypeNotBlankReply', 'check_yes_no'],
        ['noMatch', 'check_yes_no', 'increment_retry_count'],
        ['next', 'increment_retry_count', 'split_on_retry_sms'],
        ['match', 'split_on_retry_sms', 'bad_response'],
        ['incomingMessage', 'bad_response', 'OptOutTypeNotBlankRetry'],
        ['noMatch', 'OptOutTypeNotBlankRetry', 'check_yes_no_again'],
        ['match', 'check_yes_no_again', 'send_assessment_data_yes'],
        ['failed', 'send_assessment_data_yes', 'ended'],
      ],
      variables: [
        { step: 2, row: 'retry_count 0' },
        { step: 4, row: 'Body "hard to say"' },
        { step: 7, row: 'retry_count 1' },
        { step: 9, row: 'Body "Yes"' },
      ],
    },
    { page: signedIn, api, url: server.url },
  );
});
