/** A call that is tried on the page is heard: by the waveform of what the page sends to the loudspeaker. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { paths } from '#api/paths.ts';
import { renderKeys } from '#app/call/sound/tones.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { flowOf, widget } from '#server/flows/testing/flows.ts';
import { expect, test } from '../account-fixtures.ts';
import { executionContext, publish } from '../carrier-flow.ts';
import { expectAccessibleInBothThemes } from '../fixtures.ts';
import {
  forgetOutput,
  heardOutput,
  heardTones,
  loudSeconds,
  recordOutput,
  startedTones,
} from '../heard-audio.ts';
import { DesignerPage, storeFlow } from '../pages/designer.ts';
import { voiceMenu } from '../simulated-flows.ts';
import { flowNumber } from '../stored-flow.ts';
import { hasSynthesizer, noSynthesizer } from '../synthesizer.ts';

test.describe('a phone menu in a test run', () => {
  test.beforeEach(async ({ api, signedIn: page }) => {
    await recordOutput(page);
    await new DesignerPage(page).open(await storeFlow(api, voiceMenu()));
    await page.keyboard.press('ControlOrMeta+Enter');
  });

  test('is spoken after one click, and its keys have their tones', { tag: '@journey' }, async ({
    signedIn: page,
  }) => {
    test.skip(!hasSynthesizer(), noSynthesizer);
    const panel = page.getByRole('complementary', { name: 'Test run' });
    await expect(panel.getByRole('button', { name: 'Call', exact: true })).toBeVisible();
    expect((await heardOutput(page)).samples.length, 'sound before a call').toBe(0);
    const spoken = page.waitForResponse((response) => response.url().endsWith('/v1/Carrier/Speech'));
    await panel.getByRole('button', { name: 'Call', exact: true }).click();
    expect((await spoken).headers()['content-type']).toBe('application/octet-stream');
    await expect(panel.getByText('Spoken by the server')).toBeVisible();
    // "Press 1 for sales." takes about a second and a half.
    await expect.poll(async () => loudSeconds(await heardOutput(page))).toBeGreaterThan(0.8);
    await expect(panel.locator('[data-speaking]')).toHaveCount(0);
    expect(heardTones(await heardOutput(page)), 'tones in speech').toEqual([]);
    // Nothing more comes before the caller does something.
    await forgetOutput(page);
    await expect.poll(async () => (await heardOutput(page)).samples.length).toBeGreaterThan(20_000);
    expect(loudSeconds(await heardOutput(page)), 'sound while the flow listens').toBe(0);

    await forgetOutput(page);
    await page.keyboard.press('1');
    await expect(panel.getByText('Sales speaking.')).toBeVisible();
    await expect.poll(async () => heardTones(await heardOutput(page))).toEqual(['697+1209']);
    await expect.poll(async () => loudSeconds(await heardOutput(page))).toBeGreaterThan(0.8);
  });

  test('is silent where sound is off, which is remembered, and goes on all the same', async ({
    signedIn: page,
  }) => {
    const panel = page.getByRole('complementary', { name: 'Test run' });
    await panel.getByRole('button', { name: 'Call', exact: true }).click();
    await panel.getByRole('button', { name: 'Sound' }).click();
    await expect(panel.getByRole('button', { name: 'Sound' })).toHaveAttribute('aria-pressed', 'false');
    await page.reload();
    await page.keyboard.press('ControlOrMeta+Enter');
    await panel.getByRole('button', { name: 'Call', exact: true }).click();
    await expect(panel.getByText('Press 1 for sales.')).toBeVisible();
    await panel.getByRole('button', { name: 'Press 1', exact: true }).click();
    await expect(panel.getByText('Sales speaking.')).toBeVisible();
    // The recorder runs, and has nothing but silence.
    await expect.poll(async () => (await heardOutput(page)).samples.length).toBeGreaterThan(20_000);
    expect(loudSeconds(await heardOutput(page))).toBe(0);
  });
});

/** Plays a file, asks for two keys, records, and says goodbye. */
function hotline(file: string): FlowDefinition {
  return flowOf(
    widget('say-play', 'music', { play: file, loop: 1 }, { audioComplete: 'ask' }),
    widget(
      'gather-input-on-call',
      'ask',
      { say: 'Your number, please.', timeout: 30, stop_gather: true, number_of_digits: 2 },
      { keypress: 'leave', speech: 'leave', timeout: null },
    ),
    widget('record-voicemail', 'leave', { play_beep: 'true', max_length: 60 }, { recordingComplete: 'bye' }),
    widget(
      'say-play',
      'bye',
      { say: 'Thank you, {{widgets.ask.Digits}}.', loop: 1 },
      { audioComplete: null },
    ),
  );
}

/** A WAV file of 16 bits. */
function waveFile(samples: Float32Array, rate: number): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF\0\0\0\0WAVEfmt ', 'latin1');
  header.writeUInt32LE(36 + samples.length * 2, 4);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length * 2, 40);
  const bytes = Buffer.alloc(samples.length * 2);
  for (const [at, each] of samples.entries()) bytes.writeInt16LE(Math.round(each * 32_767), at * 2);
  return Buffer.concat([header, bytes]);
}

test('the test phone calls a published flow: a file, keys, a recording, the end', async ({
  api,
  signedIn: page,
}) => {
  // What is played is the tone of the key 5, by which it is known again.
  const file = waveFile(renderKeys('5', 8_000), 8_000);
  const files = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'audio/wav' }).end(file);
  });
  await new Promise<void>((done) => files.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(files.address() as AddressInfo).port}/tone.wav`;
  const flow = await publish(api, hotline(url));
  await api.post(paths.addresses, { form: { FlowSid: flow.sid, Address: flowNumber } });
  await recordOutput(page);
  await page.goto('/test-phone');
  await page.getByRole('button', { name: 'Call', exact: true }).click();
  const phone = page.getByRole('region', { name: 'Phone', exact: true });
  const captions = phone.getByRole('log', { name: 'What is said' });
  await expect.poll(async () => heardTones(await heardOutput(page))).toEqual(['770+1336']);
  await expect(captions).toContainText('Your number, please.');
  await forgetOutput(page);
  await page.keyboard.press('4');
  await expect(phone.getByText('4', { exact: true }).and(page.locator('output'))).toBeVisible();
  await page.keyboard.press('2');
  await expect(captions).toContainText('Pressed 42');
  expect(await startedTones(page)).toEqual(expect.arrayContaining(['770+1209', '697+1336']));
  // There is no microphone here.
  await phone.getByRole('button', { name: 'Record a message' }).click();
  await expect(phone.getByText('No microphone: 3 s of silence were recorded.')).toBeVisible();
  await expect(phone.getByRole('button', { name: 'Play recording (3 s)' })).toBeVisible();
  await expect(captions).toContainText('Thank you, 42.');
  await expect(phone.getByRole('status').first()).toContainText('The call has ended.');
  await expect(page.getByText('You called: ended')).toBeVisible();
  const { executions } = await (await api.get(paths.executions(flow.sid))).json();
  const { widgets } = await executionContext(api, flow, executions[0].sid);
  expect(widgets).toMatchObject({ ask: { Digits: '42' }, leave: { RecordingDuration: '3' } });
  files.close();
});

test('a caller hangs up on the test phone, and the flow takes it so', async ({ api, signedIn: page }) => {
  const flow = await publish(api, hotline('http://127.0.0.1:9/none.wav'));
  await api.post(paths.addresses, { form: { FlowSid: flow.sid, Address: flowNumber } });
  await page.goto('/test-phone');
  await page.getByRole('button', { name: 'Call', exact: true }).click();
  const phone = page.getByRole('region', { name: 'Phone', exact: true });
  await expect(phone.getByText('Your number, please.')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await phone.getByRole('button', { name: 'Hang up' }).click();
  await expect(page.getByText('You called: ended')).toBeVisible();
  const { executions } = await (await api.get(paths.executions(flow.sid))).json();
  expect(executions[0].status).toBe('ended');
  await phone.getByRole('button', { name: 'Close' }).click();
  await expect(phone).toBeHidden();
  // The same in the list beside it.
  await page.getByRole('button', { name: 'Call', exact: true }).click();
  await expect(phone.getByText('Your number, please.')).toBeVisible();
  await page.getByRole('listitem').getByRole('button', { name: 'Hang up' }).click();
  await expect(phone.getByRole('status').first()).toContainText('The call has ended.');
});
