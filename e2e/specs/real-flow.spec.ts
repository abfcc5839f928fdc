/**
 * The main job, from an empty install: a flow's file is opened, changed and published in the page, started by
 * REST, answered as a carrier answers, and watched. Once with a sample of our own, and, where it is at
 * hand, with a flow of 51 widgets that strangers wrote (needs ../shared/corpus).
 */

import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright/test';
import { paths } from '#api/paths.ts';
import { samples } from '#flow/samples/samples.ts';
import { expect, test } from '../fixtures.ts';
import { Phone } from '../peers/phone.ts';

const strangers = fileURLToPath(
  new URL('../../../shared/corpus/flows/SaraAlert__SaraAlert__assessment_studio_flow.json', import.meta.url),
);

type Play = {
  file: { name: string; text: string };
  /** The widget whose message is changed, and what is written there. */
  widget: string;
  message: string;
  parameters: Record<string, unknown>;
  replies: { write: string; answer: string[] }[];
  /** Event and hop of each step, oldest first. */
  steps: [event: string, from: string, to: string][];
};

async function play(
  { file, widget, message, parameters, replies, steps }: Play,
  { page, api, url }: { page: Page; api: Parameters<Parameters<typeof test>[2]>[0]['api']; url: string },
): Promise<void> {
  await test.step('import the file', async () => {
    await page.goto(`${url}/flows`);
    await page.getByRole('heading', { name: 'Flows', level: 1 }).waitFor();
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import JSON' }).first().click();
    const chosen = { name: file.name, mimeType: 'application/json', buffer: Buffer.from(file.text) };
    await (await choosing).setFiles(chosen);
    await expect(page).toHaveURL(/\/flows\/FW[0-9a-f]{32}/);
    await expect(page.getByText('Saved', { exact: false }).first()).toBeVisible();
  });

  await test.step('change a message', async () => {
    await page.getByRole('button', { name: 'Outline of the flow' }).click();
    await page.getByPlaceholder('Search names, types and texts').fill(widget);
    await page.keyboard.press('Enter');
    const field = page.getByRole('textbox', { name: 'Message' });
    await field.click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(message);
    await expect(page.getByText(/only on this device/)).toBeVisible();
    await page.keyboard.press('ControlOrMeta+z');
    await page.keyboard.press('ControlOrMeta+Shift+z');
  });

  await test.step('publish', async () => {
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('dialog').getByLabel('What changed').fill('A friendlier question');
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText('Published as revision 2.')).toBeVisible();
  });

  const sid = /FW[0-9a-f]{32}/.exec(page.url())?.[0] ?? '';
  const flow = await (await api.get(paths.flow(sid))).json();
  expect(flow.status).toBe('published');
  expect(flow.commit_message).toBe('A friendlier question');
  const To = '+15005550077';
  const From = '+15005550006';

  const execution = await test.step('start by REST', async () => {
    const answer = await api.post(paths.executions(sid), {
      form: { To, From, Parameters: JSON.stringify(parameters) },
    });
    expect(answer.status(), await answer.text()).toBe(201);
    return (await answer.json()).sid as string;
  });

  await test.step('watch it while the contact answers', async () => {
    await page.goto(`${url}/flows/${sid}/executions/${execution}`);
    const list = page.getByRole('listbox', { name: 'Steps' }).or(page.getByRole('list', { name: 'Steps' }));
    const steps_ = page.getByLabel(/^Step \d+, /);
    await expect(list.or(steps_.first()).first()).toBeVisible();
    await expect(page.getByText('Active').first()).toBeVisible();
    const contact = new Phone({ webhook: flow.webhook_url, account: flow.account_sid, address: From }, To);
    for (const { write, answer } of replies) expect(await contact.write(write)).toEqual(answer);
    await expect(steps_).toHaveCount(steps.length);
    for (const [index, [event, from, to]] of steps.entries()) {
      await expect(page.getByLabel(`Step ${index + 1}, ${event}, from ${from} to ${to}`)).toBeVisible();
    }
    await expect(page.getByText('Ended').first()).toBeVisible();
  });
}

test('a sample goes from file to finished execution', async ({ signedIn, api, server, receiver }) => {
  const survey = samples.find(({ id }) => id === 'appointment-reminder');
  const text = JSON.stringify(survey?.definition).replaceAll('https://example.org', receiver.url);
  await play(
    {
      file: { name: 'reminder.json', text },
      widget: 'ask_again',
      message: 'Yes or no?',
      parameters: { name: 'guest', date: 'Monday', time: '9:00' },
      replies: [
        { write: 'perhaps', answer: ['Yes or no?'] },
        { write: 'yes', answer: [expect.stringContaining('') as unknown as string] },
      ],
      steps: [
        ['incomingRequest', 'Trigger', 'remind'],
        ['incomingMessage', 'remind', 'check_reply'],
        ['noMatch', 'check_reply', 'ask_again'],
        ['incomingMessage', 'ask_again', 'check_second_reply'],
        ['match', 'check_second_reply', 'thank'],
        ['sent', 'thank', 'Ended'],
      ],
    },
    { page: signedIn, api, url: server.url },
  );
});

test('a flow of strangers goes from file to finished execution', async ({ signedIn, api, server }) => {
  test.skip(!existsSync(strangers), 'needs ../shared/corpus');
  await play(
    {
      file: { name: basename(strangers), text: readFileSync(strangers, 'utf8') },
      widget: 'sms_assessment_prompt',
      message: 'How do you feel today?',
      parameters: { medium: 'SMS', try_again: 'Please answer yes or no.', thanks: 'Thank you.' },
      replies: [
        { write: 'hard to say', answer: ['Please answer yes or no.'] },
        { write: 'Yes', answer: [] },
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
        ['failed', 'send_assessment_data_yes', 'Ended'],
      ],
    },
    { page: signedIn, api, url: server.url },
  );
  await test.step('see the variables', async () => {
    const context = signedIn.getByRole('region', { name: /Context/ }).or(signedIn.locator('main'));
    await expect(context.first()).toContainText('widgets');
  });
});
