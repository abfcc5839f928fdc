/** The sample flows, run through the webhooks as by contacts and carriers. */

import type { APIRequestContext } from 'playwright';
import { expect } from 'vitest';
import { paths } from '#api/paths.ts';
import { samples } from '#flow/samples/samples.ts';

import { type Line, Phone } from '../external-systems/phone.ts';
import { test } from './fixtures.ts';

/** Publishes a sample; its requests to the example URL go to `instead`. */
async function publish(api: APIRequestContext, id: string, instead = ''): Promise<Line & { sid: string }> {
  const sample = samples.find((each) => each.id === id);
  const Definition = JSON.stringify(sample?.definition).replaceAll('https://example.org', instead);
  const response = await api.post(paths.flows, {
    form: { FriendlyName: `Sample ${id}`, Status: 'published', Definition },
  });
  expect(response.status(), await response.text()).toBe(201);
  const { sid, account_sid: account, webhook_url: webhook } = await response.json();
  return { sid, account, webhook, address: '+15005550001' };
}

test('the survey repeats an invalid question and saves the answers', async ({ api, receiver }) => {
  const contact = new Phone(await publish(api, 'survey', receiver.url), '+15005551001');
  expect(await contact.sendMessage('hi')).toEqual([expect.stringContaining('from 1 (not at all) to 5')]);
  expect(await contact.sendMessage('9')).toEqual([
    'Please reply with a number from 1 to 5.',
    expect.stringContaining('from 1'),
  ]);
  expect(await contact.sendMessage(' 4 ')).toEqual([expect.stringContaining('main reason')]);
  expect(await contact.sendMessage('Friendly people')).toEqual([expect.stringContaining('YES or NO')]);
  expect(await contact.sendMessage('yes')).toEqual(['Thank you, your answers help us to do better.']);
  const [saved] = await receiver.waitForRequests(1);
  expect(saved?.form).toEqual({
    contact: '+15005551001',
    rating: '4',
    reason: 'Friendly people',
    may_contact: 'yes',
  });
});

test('the phone menu accepts keys and speech, and connects the call', async ({ api }) => {
  const contact = new Phone(await publish(api, 'phone-menu'), '+15005551002');
  const call = await contact.call();
  expect(call.prompts[0]).toContain('Welcome');
  await call.pressKeys('7');
  expect(call.prompts.at(-2)).toContain('did not understand');
  await call.speak('your hours please');
  expect(call.prompts.at(-2)).toContain('from Monday to Friday');
  await call.pressKeys('2');
  expect(call.dialed).toEqual(['+12025550100']);
  await call.endDial('completed');
  expect([call.state, call.prompts.at(-1)]).toEqual(['over', 'Goodbye.']);
});

test('the reminder starts by REST and processes the reply', async ({ api }) => {
  const line = await publish(api, 'appointment-reminder');
  const Parameters = JSON.stringify({ name: 'guest', date: 'Monday', time: '9:00' });
  const begun = await api.post(paths.executions(line.sid), {
    form: { To: '+15005551003', From: line.address, Parameters },
  });
  expect(begun.status()).toBe(201);
  const contact = new Phone(line, '+15005551003');
  expect(await contact.sendMessage('maybe')).toEqual([expect.stringContaining('did not understand')]);
  expect(await contact.sendMessage('Yes ')).toEqual([
    'Thank you, your appointment on Monday at 9:00 is confirmed.',
  ]);
  const { sid } = await begun.json();
  expect(await (await api.get(paths.execution(line.sid, sid))).json()).toMatchObject({ status: 'ended' });
});

test('after hours a caller waits until the person on duty accepts the task', async ({ api }) => {
  const contact = new Phone(await publish(api, 'after-hours-calls'), '+15005551004');
  const call = await contact.call();
  // During opening hours the call is connected first, and nobody answers.
  if (call.state === 'dialing') await call.endDial('no-answer');
  expect(call.prompts.at(-1)).toContain('We are closed now');
  await call.pressKeys('1');
  expect(call.state).toBe('queued');
  const own = async () => {
    const { tasks } = await (await api.get(`${paths.tasks}?PageSize=1000`)).json();
    return tasks.find(
      (task: { attributes: { caller: string } }) => task.attributes.caller === '+15005551004',
    );
  };
  expect(await own()).toMatchObject({ status: 'pending', workflow: 'on-duty' });
  const done = await api.post(paths.task((await own()).sid), { form: { Status: 'completed' } });
  expect(done.status()).toBe(200);
  // The test carrier is told nothing: the caller gets what follows when they leave the queue.
  await call.leaveQueue('redirected');
  expect(call.prompts.slice(-2)).toEqual([expect.stringContaining('Thank you for waiting'), 'Goodbye.']);
  expect(call.state).toBe('over');
});
