import { describe, expect, it } from 'vitest';
import type { FlowDefinition, State } from '#flow/definition.ts';
import { transitionKey } from '../coverage.ts';
import { generateTests } from './generate.ts';

function flowOf(event: string, ...states: State[]): FlowDefinition {
  const trigger = { name: 'Trigger', type: 'trigger', transitions: [{ event, next: states[0]?.name ?? '' }] };
  return { description: '', states: [trigger, ...states], initial_state: 'Trigger' };
}

const request = (name: string, success: string, failed?: string): State => ({
  name,
  type: 'make-http-request',
  properties: { method: 'GET', url: 'https://clinic.example/' },
  transitions: [
    { event: 'success', next: success },
    { event: 'failed', ...(failed && { next: failed }) },
  ],
});

const split = (name: string, input: string, type: string, value: string): State => ({
  name,
  type: 'split-based-on',
  properties: { input },
  transitions: [
    { event: 'noMatch' },
    { event: 'match', conditions: [{ friendly_name: value, arguments: [input], type, value }] },
  ],
});

const reachedOf = (definition: FlowDefinition) => generateTests(definition).reached;

describe('generated tests', () => {
  it('end where a loop of requests needs no more responses', () => {
    const reached = reachedOf(flowOf('incomingMessage', request('poll', 'again'), request('again', 'poll')));
    expect(reached).toContain(transitionKey('poll', 0));
    expect(reached).toContain(transitionKey('again', 0));
  });

  it('end where a loop of requests has counted far enough', () => {
    const count: State = {
      name: 'count',
      type: 'set-variables',
      properties: {
        variables: [{ key: 'polls', value: '{{flow.variables.polls | default: 0 | plus: 1}}' }],
      },
      transitions: [{ event: 'next', next: 'enough' }],
    };
    const enough = split('enough', '{{flow.variables.polls}}', 'greater_than', '23');
    const transitions = (enough.transitions ?? []).map((each) =>
      each.event === 'noMatch' ? { ...each, next: 'poll' } : each,
    );
    const loop: State = { ...enough, transitions };
    const reached = reachedOf(flowOf('incomingMessage', request('poll', 'count', 'count'), count, loop));
    expect(reached).toContain(transitionKey('poll', 0));
    expect(reached).toContain(transitionKey('enough', 0));
    expect(reached).toContain(transitionKey('enough', 1));
  });

  it('find a response that has a text anywhere', () => {
    const whole = split('blocked', '{{widgets.look.parsed}}', 'contains', 'blocked');
    const reached = reachedOf(flowOf('incomingMessage', request('look', 'blocked'), whole));
    expect(reached).toContain(transitionKey('blocked', 0));
    expect(reached).toContain(transitionKey('blocked', 1));
  });

  it('find what another application returns of a call', () => {
    const redirect: State = {
      name: 'ask',
      type: 'add-twiml-redirect',
      properties: { url: 'https://clinic.example/' },
      transitions: [{ event: 'return', next: 'heard' }, { event: 'timeout' }, { event: 'fail' }],
    };
    const heard = split('heard', '{{widgets.ask.SpeechResult}}', 'equal_to', 'yes');
    expect(reachedOf(flowOf('incomingCall', redirect, heard))).toContain(transitionKey('heard', 1));
  });
});
