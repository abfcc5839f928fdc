/** Which paths to a widget bring a call with them. */

import { describe, expect, it } from 'vitest';
import { widget } from '../../testing/rule-examples.ts';
import { flowOf, said, state } from '../../testing/said-by-rule.ts';
import { callWithoutCall, replyDuringCall } from './call-widget.ts';

const say = widget('say', 'say-play', { say: 'Hello' });
const needsCall = (title: string) => [
  `warning #/states/2 “${title}” needs a call, but no call leads here: make an outgoing call first.`,
];

describe('a widget that speaks', () => {
  it.each([
    ['say-play', 'Say / play'],
    ['gather-input-on-call', 'Gather input on call'],
    ['connect-call-to', 'Connect call to'],
    ['record-call', 'Record call'],
    ['record-voicemail', 'Record voicemail'],
    ['fork-stream', 'Fork stream'],
    ['capture-payments', 'Capture payments'],
    ['enqueue-call', 'Enqueue call'],
    ['connect-virtual-agent', 'Connect virtual agent v1'],
    ['connect-virtual-agent-v2', 'Connect virtual agent v2'],
  ])('as %s does needs a call', (type, title) => {
    const states = [widget('tell', 'send-message', {}, { sent: 'w' }), widget('w', type, {})];
    expect(said(callWithoutCall, flowOf(states))).toEqual(needsCall(title));
    expect(said(callWithoutCall, flowOf(states, 'incomingCall'))).toEqual([]);
  });

  it.each([
    ['make-outgoing-call-v1', 'answered', true],
    ['make-outgoing-call-v2', 'answered', true],
    ['make-outgoing-call-v2', 'answeredByMachine', true],
    ['make-outgoing-call-v2', 'busy', false],
    ['send-message', 'answered', false],
    ['an-unknown-type', 'answered', false],
  ])('has one after %s by %s: %s', (type, event, has) => {
    const flow = flowOf([widget('call', type, {}, { [event]: 'say' }), say], 'incomingRequest');
    expect(said(callWithoutCall, flow)).toEqual(has ? [] : needsCall('Say / play'));
  });

  it.each([
    ['incomingCall', []],
    ['incomingParent', []],
    ['an-unknown-event', []],
    ['incomingMessage', needsCall('Say / play')],
    ['incomingConversationMessage', needsCall('Say / play')],
    ['incomingRequest', needsCall('Say / play')],
  ])('after %s: %j', (event, lines) => {
    const states = [widget('tell', 'send-message', {}, { sent: 'say' }), say];
    expect(said(callWithoutCall, flowOf(states, event))).toEqual(lines);
  });

  it('is judged from the trigger that executions start at alone', () => {
    const flow = flowOf([say], 'incomingCall');
    const other = widget('Other', 'trigger', {}, { incomingMessage: 'say' });
    const states = [other, ...(flow.states as object[])];
    expect(said(callWithoutCall, { ...flow, states } as never)).toEqual([]);
    const nameless = [state('', 'trigger', {}, [{ event: 'incomingMessage', next: 'say' }]), say];
    expect(said(callWithoutCall, { description: '', initial_state: '', states: nameless })).toEqual([]);
    const noTrigger = [widget('tell', 'send-message', {}, { incomingMessage: 'say' }), say];
    expect(said(callWithoutCall, { description: '', initial_state: 'tell', states: noTrigger })).toEqual([]);
  });
});

describe('a widget that waits for a text message', () => {
  const ask = widget('ask', 'send-and-wait-for-reply', {}, { incomingMessage: 'ask' });
  const silent =
    'note #/states/1 Only calls lead here: the caller hears nothing while the flow waits for a text message.';

  it.each([
    ['incomingCall', [silent]],
    ['incomingMessage', []],
    ['incomingParent', []],
  ])('after %s: %j', (event, lines) => {
    expect(said(replyDuringCall, flowOf([ask], event))).toEqual(lines);
    expect(said(replyDuringCall, flowOf([{ ...ask, type: 'send-message' }], event))).toEqual([]);
    expect(said(replyDuringCall, flowOf([{ ...ask, type: 'an-unknown-type' }], event))).toEqual([]);
  });

  it('may be reached by a call too, where others lead there', () => {
    const flow = flowOf([ask], 'incomingCall');
    const [trigger, ...rest] = flow.states as { transitions: object[] }[];
    const transitions = [...(trigger?.transitions ?? []), { event: 'incomingMessage', next: 'ask' }];
    expect(
      said(replyDuringCall, { ...flow, states: [{ ...trigger, transitions }, ...rest] } as never),
    ).toEqual([]);
  });

  it('is judged where executions start at a trigger', () =>
    expect(
      said(replyDuringCall, {
        ...{ description: '', initial_state: 'tell' },
        states: [widget('tell', 'send-message', {}, { incomingCall: 'ask' }), ask],
      }),
    ).toEqual([]));
});
