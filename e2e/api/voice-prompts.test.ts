/** say-play and gather-input-on-call at the webhook. */

import { expect } from 'vitest';
import { test } from './fixtures.ts';
import { publishVoiceFlow, voiceWidgetFlow } from './voice-flow.ts';

test('say-play speaks text, plays audio and sends digits', async ({ api }) => {
  const cases = [
    [{ say: 'Fish & <chips>', voice: 'alice', language: 'en-GB', loop: 1 }, 'Fish & <chips>'],
    [{ play: 'https://clinic.example/a.mp3?x=1&y=2', loop: 2 }, 'https://clinic.example/a.mp3?x=1&y=2'],
    [{ digits: 'ww12#' }, 'keys ww12#'],
  ] as const;
  for (const [properties, heard] of cases) {
    const { phone, outcome } = await publishVoiceFlow(api, voiceWidgetFlow('say-play', properties));
    const call = await phone.call();
    expect([call.state, call.prompts]).toEqual(['over', [heard, 'by audioComplete']]);
    expect((await outcome()).events).toEqual(['incomingCall', 'audioComplete', 'audioComplete']);
  }
});

const asking = {
  say: 'Which day?',
  loop: 1,
  timeout: 4,
  finish_on_key: '*',
  stop_gather: true,
  number_of_digits: 2,
  gather_language: 'en-GB',
  speech_timeout: '3',
  speech_model: 'numbers_and_commands',
  profanity_filter: 'false',
  hints: 'monday, tuesday',
  save_response_as: 'day',
};

test('gather-input-on-call accepts keys, with every option in the markup', async ({ api }) => {
  const { phone, outcome } = await publishVoiceFlow(api, voiceWidgetFlow('gather-input-on-call', asking));
  const call = await phone.call();
  expect(call.pendingVerb.attributes).toMatchObject({
    input: 'dtmf speech',
    timeout: '4',
    finishOnKey: '*',
    numDigits: '2',
    language: 'en-GB',
    speechTimeout: '3',
    speechModel: 'numbers_and_commands',
    profanityFilter: 'false',
    hints: 'monday, tuesday',
  });
  await call.pressKeys('42');
  expect([call.state, call.prompts.at(-1)]).toEqual(['over', 'by keypress']);
  const { events, widget } = await outcome();
  expect(events).toEqual(['incomingCall', 'keypress', 'audioComplete']);
  expect(widget).toMatchObject({ Digits: '42', CallSid: call.sid, From: phone.number });
});

test('gather-input-on-call handles speech, timeout and hang-up', async ({ api }) => {
  const { phone, outcome } = await publishVoiceFlow(api, voiceWidgetFlow('gather-input-on-call', asking));
  const speaking = await phone.call();
  await speaking.speak('on monday');
  expect(speaking.prompts.at(-1)).toBe('by speech');
  expect((await outcome()).widget).toMatchObject({ SpeechResult: 'on monday', Confidence: '0.9' });
  const silent = await phone.call();
  await silent.timeOut();
  expect(silent.prompts.at(-1)).toBe('by timeout');
  const gone = await phone.call();
  await gone.hangUp();
  expect((await outcome()).events).toEqual(['incomingCall', 'hangup']);
});

test('a repeated or late report changes nothing', async ({ api }) => {
  const { phone, outcome } = await publishVoiceFlow(api, voiceWidgetFlow('gather-input-on-call', asking));
  const call = await phone.call();
  await call.pressKeys('1');
  await call.repeatReport();
  await call.hangUp();
  expect((await outcome()).events).toEqual(['incomingCall', 'keypress', 'audioComplete']);
});
