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

  it('find values of the trigger that belong together, one condition after the other', () => {
    const field = (name: string) => `{{trigger.message.${name}}}`;
    const lead = (state: State, next: string): State => ({
      ...state,
      transitions: (state.transitions ?? []).map((each) =>
        each.event === 'match' ? { ...each, next } : each,
      ),
    });
    const reached = reachedOf(
      flowOf(
        'incomingMessage',
        lead(split('channel', field('Channel'), 'equal_to', 'web'), 'mode'),
        lead(split('mode', field('Mode'), 'equal_to', 'live'), 'language'),
        lead(split('language', field('Language'), 'equal_to', 'fr'), 'region'),
        lead(split('region', field('Region'), 'equal_to', 'north'), 'age'),
        split('age', field('Age'), 'greater_than', '17'),
      ),
    );
    for (const widget of ['channel', 'mode', 'language', 'region', 'age'])
      expect([widget, reached.has(transitionKey(widget, 0)), reached.has(transitionKey(widget, 1))]).toEqual([
        widget,
        true,
        true,
      ]);
  });

  it('take each round of a loop that counts, with another loop in it', () => {
    const counter = (name: string, key: string, next: string): State => ({
      name,
      type: 'set-variables',
      properties: { variables: [{ key, value: `{{flow.variables.${key} | default: 0 | plus: 1}}` }] },
      transitions: [{ event: 'next', next }],
    });
    const rounds: State = {
      name: 'round',
      type: 'split-based-on',
      properties: { input: '{{flow.variables.rounds}}' },
      transitions: [
        { event: 'noMatch' },
        ...['1', '2', '3'].map((value) => ({
          event: 'match',
          next: 'reset',
          conditions: [
            { friendly_name: value, arguments: ['{{flow.variables.rounds}}'], type: 'equal_to', value },
          ],
        })),
      ],
    };
    const reset: State = {
      name: 'reset',
      type: 'set-variables',
      properties: { variables: [{ key: 'polls', value: '1' }] },
      transitions: [{ event: 'next', next: 'poll' }],
    };
    const enough = split('enough', '{{flow.variables.polls}}', 'greater_than', '11');
    const loop: State = {
      ...enough,
      transitions: (enough.transitions ?? []).map((each) => ({
        ...each,
        next: each.event === 'match' ? 'ask' : 'poll',
      })),
    };
    const reached = reachedOf(
      flowOf(
        'incomingMessage',
        request('ask', 'counted', 'counted'),
        counter('counted', 'rounds', 'round'),
        rounds,
        reset,
        request('poll', 'polled'),
        counter('polled', 'polls', 'enough'),
        loop,
      ),
    );
    for (const index of [0, 1, 2, 3]) expect(reached).toContain(transitionKey('round', index));
  });

  it('find the items and the length of one list', () => {
    const set: State = {
      name: 'set',
      type: 'set-variables',
      properties: {
        variables: [
          { key: 'open', value: '{% assign i = 0 | plus: 0 %}{{widgets.look.parsed.sites[i].open}}' },
        ],
      },
      transitions: [{ event: 'next', next: 'open' }],
    };
    const some = split('some', '{{widgets.look.parsed.sites.size}}', 'greater_than', '0');
    const leading: State = {
      ...some,
      transitions: (some.transitions ?? []).map((each) =>
        each.event === 'match' ? { ...each, next: 'set' } : each,
      ),
    };
    const open = split('open', '{{flow.variables.open}}', 'equal_to', 'true');
    const reached = reachedOf(flowOf('incomingMessage', request('look', 'some'), leading, set, open));
    for (const widget of ['some', 'open'])
      for (const index of [0, 1]) expect(reached).toContain(transitionKey(widget, index));
  });
});
