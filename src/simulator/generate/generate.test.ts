import { describe, expect, it } from 'vitest';
import type { FlowDefinition, State } from '#flow/definition.ts';
import { transitionKey } from '../coverage.ts';
import { type GenerateOptions, generateTests } from './generate.ts';

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

/** The transitions that are reached with at most so many inputs. */
function reachedOf(definition: FlowDefinition, most: number): ReadonlySet<string> {
  const { reached, turns } = generateTests(definition);
  expect(turns).toBeGreaterThan(0);
  expect(turns).toBeLessThanOrEqual(most);
  return reached;
}

describe('generated tests', () => {
  it('end where a loop of requests needs no more responses', () => {
    const reached = reachedOf(
      flowOf('incomingMessage', request('poll', 'again'), request('again', 'poll')),
      6,
    );
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
    const reached = reachedOf(flowOf('incomingMessage', request('poll', 'count', 'count'), count, loop), 50);
    expect(reached).toContain(transitionKey('poll', 0));
    expect(reached).toContain(transitionKey('enough', 0));
    expect(reached).toContain(transitionKey('enough', 1));
  });

  it('find a response that has a text anywhere', () => {
    const whole = split('blocked', '{{widgets.look.parsed}}', 'contains', 'blocked');
    const reached = reachedOf(flowOf('incomingMessage', request('look', 'blocked'), whole), 5);
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
    expect(reachedOf(flowOf('incomingCall', redirect, heard), 8)).toContain(transitionKey('heard', 1));
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
      46,
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
      57,
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
    const reached = reachedOf(flowOf('incomingMessage', request('look', 'some'), leading, set, open), 6);
    for (const widget of ['some', 'open'])
      for (const index of [0, 1]) expect(reached).toContain(transitionKey(widget, index));
  });
});

const send = (name: string, body: string, next?: string): State => ({
  name,
  type: 'send-message',
  properties: { body, from: '' },
  transitions: [{ event: 'sent', ...(next !== undefined && { next }) }, { event: 'failed' }],
});

const ask = (name: string, next: string): State => ({
  name,
  type: 'send-and-wait-for-reply',
  properties: { body: 'Yes?', from: '', timeout: '60' },
  transitions: [{ event: 'incomingMessage', next }, { event: 'timeout' }],
});

describe('a search', () => {
  /** What the tests do and mock, without their starts and what they expect on the way. */
  const found = (definition: FlowDefinition, options: GenerateOptions = {}) => {
    const { tests, turns, reached } = generateTests(definition, options);
    const doing = tests.map(({ steps, mocks = {} }) => ({
      does: steps.filter((step) => typeof step === 'string' || !('expect' in step)),
      ...(Object.keys(mocks).length > 0 && { mocks }),
    }));
    return { doing, turns, reached: [...reached].sort() };
  };
  const other = { send: 'qzx 7' };
  const rejected = { status: 400, body: {} };

  it('gives few tests that take all ways, and stops as soon as it has them', () => {
    const check = split('check', '{{widgets.a.inbound.Body}}', 'equal_to', 'yes');
    const definition = flowOf('incomingMessage', ask('a', 'check'), check);
    expect(found(definition)).toEqual({
      doing: [{ does: [other] }, { does: [{ send: 'yes' }] }, { does: [{ event: 'timeout' }] }],
      turns: 6,
      reached: ['0 Trigger', '0 a', '0 check', '1 a', '1 check'],
    });
    const [first] = generateTests(definition, { flow: 'flow.json' }).tests;
    expect(first).toEqual({
      flow: 'flow.json',
      start: {
        ...{ trigger: 'incomingMessage', contact: '+15005550001', channel: '+15005550006', body: 'qzx 7' },
      },
      clock: '2026-01-01T10:00:00Z',
      steps: [
        { expect: { sent: ['Yes?'], waits: 'a' } },
        other,
        { expect: { path: ['a', 'check'], ended: true } },
      ],
    });
    expect(generateTests(definition).tests[0]).not.toHaveProperty('flow');
  });

  it('has each message rejected by the carrier once', () => {
    expect(found(flowOf('incomingMessage', send('a', 'Hi', 'b'), send('b', 'Bye')))).toEqual({
      doing: [{ does: [] }, { does: [], mocks: { a: rejected } }, { does: [], mocks: { b: rejected } }],
      turns: 2,
      reached: ['0 Trigger', '0 a', '0 b', '1 a', '1 b'],
    });
  });

  it('runs the subflows that are given, and mocks others', () => {
    const sub: State = {
      name: 'sub',
      type: 'run-subflow',
      properties: { flow_sid: 'FW1', flow_revision: '1' },
      transitions: [{ event: 'completed', next: 'b' }, { event: 'failed' }],
    };
    const definition = flowOf('incomingMessage', sub, send('b', 'Bye'));
    const subflows = { FW1: flowOf('incomingParent', ask('a', 'c'), send('c', 'C')) };
    expect(found(definition, { subflows })).toEqual({
      doing: [{ does: [other] }, { does: [other], mocks: { b: rejected } }],
      turns: 6,
      reached: ['0 Trigger', '0 b', '0 sub', '1 b'],
    });
    const completed = { status: 200, body: {} };
    expect(found(definition)).toEqual({
      doing: [
        { does: [], mocks: { sub: completed } },
        { does: [], mocks: { b: rejected, sub: completed } },
        { does: [], mocks: { sub: { status: 500, body: {} } } },
      ],
      turns: 5,
      reached: ['0 Trigger', '0 b', '0 sub', '1 b', '1 sub'],
    });
  });

  it('goes on until the given number of inputs was tried', () => {
    const definition = flowOf('incomingMessage', ask('a', 'b'), ask('b', 'c'), ask('c', 'd'), send('d', 'D'));
    const within = (turns: number) => {
      const { doing, turns: tried } = found(definition, { turns });
      return [doing.length, tried];
    };
    expect([1, 3, 5, 6, 10, 14, 100].map(within)).toEqual([
      [1, 2],
      [2, 5],
      [2, 5],
      [3, 8],
      [5, 14],
      [5, 14],
      [5, 14],
    ]);
  });

  it('repeats an input as long as the flow counts, and no longer', () => {
    const count: State = {
      name: 'count',
      type: 'set-variables',
      properties: { variables: [{ key: 'asked', value: '{{flow.variables.asked | default: 0 | plus: 1}}' }] },
      transitions: [{ event: 'next', next: 'often' }],
    };
    const often = split('often', '{{flow.variables.asked}}', 'equal_to', '9');
    const loop: State = {
      ...often,
      transitions: (often.transitions ?? []).map((each) =>
        each.event === 'match' ? each : { ...each, next: 'a' },
      ),
    };
    const { doing, turns, reached } = found(flowOf('incomingMessage', ask('a', 'count'), count, loop));
    expect(doing).toEqual([
      { does: Array.from({ length: 9 }, () => other) },
      { does: [{ event: 'timeout' }] },
    ]);
    expect(reached).toEqual(['0 Trigger', '0 a', '0 count', '0 often', '1 a', '1 often']);
    expect(turns).toBeLessThan(30);
    const endless = found(flowOf('incomingMessage', ask('a', 'a')));
    expect(endless).toEqual({
      doing: [{ does: [other] }, { does: [{ event: 'timeout' }] }],
      turns: 5,
      reached: ['0 Trigger', '0 a', '1 a'],
    });
  });
});
