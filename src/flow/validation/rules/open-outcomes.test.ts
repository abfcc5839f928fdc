/** Outcomes at which an execution ends without a word. */

import { describe, expect, it } from 'vitest';
import type { Json } from '../../json/json.ts';
import { flowOf, said, state } from '../../testing/said-by-rule.ts';
import { deadEnd, failurePath } from './open-outcomes.ts';

const open = (type: string, transitions: Json, properties: Json = {}) =>
  flowOf([state('w', type, properties, transitions)]);
const [noReply, place] = [
  "'No reply' is not connected: the execution ends there.",
  'warning #/states/1/transitions',
];
const reply = { event: 'incomingMessage', next: 'x' };

describe('an outcome that nobody expects', () => {
  it.each([
    ['a transition that leads nowhere', [reply, { event: 'timeout' }], [`${place}/1 ${noReply}`]],
    ['no transition', [reply], [`${place} ${noReply}`]],
    [
      'one of two',
      [reply, { event: 'timeout', next: 'x' }, { event: 'timeout', next: '' }],
      [`${place}/2 ${noReply}`],
    ],
    ['a transition that leads on', [reply, { event: 'timeout', next: 'x' }], []],
    ['no other that leads on', [{ event: 'incomingMessage' }, { event: 'timeout' }], []],
    ['nothing', [], []],
  ])('is a dead end by what it has: %s', (_, transitions, lines) => {
    expect(said(deadEnd, open('send-and-wait-for-reply', transitions))).toEqual(lines);
    expect(said(deadEnd, open('an-unknown-type', transitions))).toEqual([]);
  });

  it.each([
    ['gather-input-on-call', 'keypress', ["'Timeout'"]],
    ['connect-call-to', 'callCompleted', []],
    ['make-outgoing-call-v2', 'answered', ["'Busy'", "'No answer'"]],
    ['make-http-request', 'success', []],
    ['send-message', 'sent', []],
  ])('of %s that leads on by %s: %j', (type, event, labels) =>
    expect(said(deadEnd, open(type, [{ event, next: 'x' }])).sort()).toEqual(
      labels.map((label) => `${place} ${label} is not connected: the execution ends there.`),
    ),
  );

  it.each([
    ...['{{widgets.ask.inbound.Body}}', '{{trigger.message.Body}}', '{{trigger.conversation.Body}}'],
    ...['{{widgets.menu.Digits}}', '{{widgets.menu.SpeechResult | downcase}}'],
  ])('of a comparison of %s is a dead end', (input) =>
    expect(said(deadEnd, open('split-based-on', [{ event: 'match', next: 'x' }], { input }))).toEqual([
      `${place} 'No match' is not connected: the execution ends there.`,
    ]),
  );

  it.each([
    '{{flow.data.a}}',
    '{{flow.data.Bodyinbound}}',
    '{{widgets.a.inboundXBody}}',
    '{{flow.data.xDigits}}',
    5,
  ])('of a comparison of %s is meant to end', (input) =>
    expect(said(deadEnd, open('split-based-on', [{ event: 'match', next: 'x' }], { input }))).toEqual([]),
  );
});

describe('a failure', () => {
  it.each([
    ['make-http-request', 'success', 'failed', 'Failed'],
    ['run-function', 'success', 'fail', 'Failed'],
    ['run-function-v2', 'success', 'fail', 'Failed'],
    ['run-subflow', 'completed', 'failed', 'Failed'],
    ['make-outgoing-call-v2', 'answered', 'failed', 'Failed'],
    ['connect-virtual-agent-v2', 'completed', 'failed', 'Failed'],
  ])('of %s has an answer', (type, done, event, label) => {
    const silent = (at: string) => [
      `note #/states/1/transitions${at} '${label}' is not connected: after a failure the contact gets no answer.`,
    ];
    const success = { event: done, next: 'x' };
    expect(said(failurePath, open(type, [success]))).toEqual(silent(''));
    expect(said(failurePath, open(type, [success, { event }, { event }]))).toEqual(silent('/1'));
    expect(said(failurePath, open(type, [success, { event }, { event, next: 'x' }]))).toEqual([]);
    expect(said(failurePath, open(type, [{ event: done }, { event }]))).toEqual([]);
    expect(said(failurePath, open('send-message', [success]))).toEqual([]);
    expect(said(failurePath, open('an-unknown-type', [success]))).toEqual([]);
  });
});
