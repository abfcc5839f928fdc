import { describe, expect, it } from 'vitest';
import type { FlowDefinition, State } from '#flow/definition.ts';
import { transitionKey } from '../coverage.ts';
import { unreachableTransitions } from './unreachable-transitions.ts';

function flowOf(event: string, ...states: State[]): FlowDefinition {
  const trigger = { name: 'Trigger', type: 'trigger', transitions: [{ event, next: states[0]?.name ?? '' }] };
  return { description: '', states: [trigger, ...states], initial_state: 'Trigger' };
}

/** Branches are `[next, comparison, value, tested]`; the input is tested where no other text is given. */
type Branch = [next: string, type: string, value: string, tested?: string];

const split = (name: string, input: string, noMatch: string, ...branches: Branch[]): State => ({
  name,
  type: 'split-based-on',
  properties: { input },
  transitions: [
    { event: 'noMatch', next: noMatch },
    ...branches.map(([next, type, value, tested = input]) => ({
      event: 'match',
      next,
      conditions: [{ friendly_name: value, arguments: [tested], type, value }],
    })),
  ],
});

const gather = (name: string, next: string): State => ({
  name,
  type: 'gather-input-on-call',
  properties: { say: 'Press a key' },
  transitions: [{ event: 'keypress', next }, { event: 'speech' }, { event: 'timeout' }],
});

const set = (name: string, key: string, value: string, next: string): State => ({
  name,
  type: 'set-variables',
  properties: { variables: [{ key, value }] },
  transitions: [{ event: 'next', next }],
});

const send = (name: string, body = 'Hi'): State => ({
  name,
  type: 'send-message',
  properties: { body },
  transitions: [{ event: 'sent' }, { event: 'failed' }],
});

const unreachableOf = (definition: FlowDefinition) =>
  [...unreachableTransitions(definition).keys()].toSorted();
const keys = (...list: [number, string][]) =>
  list.map(([index, widget]) => transitionKey(widget, index)).toSorted();

describe('unreachable is', () => {
  it('a branch that an earlier one covers', () => {
    const body = '{{trigger.message.Body}}';
    const choice = split('choice', body, '', ['', 'contains', 'appoint'], ['', 'contains', 'appointment']);
    expect(unreachableOf(flowOf('incomingMessage', choice))).toEqual(keys([2, 'choice']));
  });

  it('a branch that contradicts the one that leads to it, while the variable stays as it was', () => {
    const digits = '{{widgets.ask.Digits}}';
    const states = [
      gather('ask', 'first'),
      split('first', digits, '', ['second', 'equal_to', '1']),
      split('second', digits, 'thanks', ['', 'equal_to', '2'], ['thanks', 'less_than', '5']),
      send('thanks'),
    ];
    expect(unreachableOf(flowOf('incomingCall', ...states))).toEqual(keys([0, 'second'], [1, 'second']));
    const again = [
      ...states.slice(0, 1),
      split('first', digits, '', ['other', 'equal_to', '1']),
      gather('other', 'second'),
      ...states.slice(2),
    ];
    const later = again.map((state) =>
      state.name === 'second'
        ? split('second', '{{widgets.other.Digits}}', 'thanks', ['', 'equal_to', '2'])
        : state,
    );
    expect(unreachableOf(flowOf('incomingCall', ...later))).toEqual([]);
  });

  it('what needs neither of the values that lead to it', () => {
    const channel = '{{trigger.message.Channel}}';
    const states = [
      split('channel', channel, '', ['route', 'contains', 'web'], ['route', 'contains', 'sms']),
      split('route', channel, 'thanks', ['', 'contains', 'SMS'], ['', 'contains', 'Web']),
      send('thanks'),
    ];
    expect(unreachableOf(flowOf('incomingMessage', ...states))).toEqual(
      keys([0, 'route'], [0, 'thanks'], [1, 'thanks']),
    );
  });

  it('what a constant decides, also one of two texts', () => {
    const language = '{{flow.variables.language}}';
    const value = '{% if widgets.ask.Digits == "1" %}en{% else %}es{% endif %}';
    const states = [
      gather('ask', 'language'),
      set('language', 'language', value, 'choose'),
      split(
        'choose',
        language,
        'thanks',
        ['', 'equal_to', 'en'],
        ['', 'equal_to', 'es'],
        ['', 'equal_to', 'fr'],
      ),
      send('thanks'),
    ];
    expect(unreachableOf(flowOf('incomingCall', ...states))).toEqual(
      keys([0, 'choose'], [3, 'choose'], [0, 'thanks'], [1, 'thanks']),
    );
  });

  it('the end of a count that never counts, but not that of one that does', () => {
    const count = (tested: string) =>
      flowOf(
        'incomingCall',
        gather('ask', 'count'),
        set(
          'count',
          'tries',
          `{% if ${tested} %}{{flow.variables.tries | plus: 1}}{% else %}1{% endif %}`,
          'enough',
        ),
        split('enough', '{{flow.variables.tries}}', 'thanks', ['ask', 'less_than', '100']),
        send('thanks'),
      );
    expect(unreachableOf(count('flow.variables.other'))).toEqual(
      keys([0, 'enough'], [0, 'thanks'], [1, 'thanks']),
    );
    expect(unreachableOf(count('flow.variables.tries'))).toEqual([]);
  });

  it('neither of a comparison and its opposite with another variable', () => {
    const workers = '{{widgets.look.parsed.workers}}';
    const tasks = '{{widgets.look.parsed.tasks}}';
    const look: State = {
      name: 'look',
      type: 'make-http-request',
      properties: { url: 'https://clinic.example/' },
      transitions: [{ event: 'success', next: 'busy' }, { event: 'failed' }],
    };
    const busy = split('busy', workers, 'thanks', ['', 'equal_to', tasks], ['', 'not_equal_to', tasks]);
    expect(unreachableOf(flowOf('incomingMessage', look, busy, send('thanks')))).toEqual(
      keys([0, 'busy'], [0, 'thanks'], [1, 'thanks']),
    );
  });

  it('the success of what is never sent', () => {
    const request: State = {
      name: 'request',
      type: 'make-http-request',
      properties: { url: '{{flow.variables.endpoint}}' },
      transitions: [{ event: 'success' }, { event: 'failed', next: 'apology' }],
    };
    const definition = flowOf(
      'incomingMessage',
      set('configure', 'endpoint', 'YOUR_ENDPOINT', 'request'),
      request,
      send('apology', '{{widgets.removed.parsed.text}}'),
    );
    expect(unreachableOf(definition)).toEqual(keys([0, 'request'], [0, 'apology']));
  });

  it('no branch on a variable that a reply, a response or a day decides', () => {
    const ask: State = {
      name: 'ask',
      type: 'send-and-wait-for-reply',
      properties: { body: 'Which?', save_response_as: 'answer' },
      transitions: [
        { event: 'incomingMessage', next: 'answer' },
        { event: 'timeout' },
        { event: 'deliveryFailure' },
      ],
    };
    const definition = flowOf(
      'incomingMessage',
      set('reset', 'answer', 'none', 'ask'),
      ask,
      split('answer', '{{flow.variables.answer}}', 'day', ['ask', 'equal_to', 'again'], ['', 'is_blank', '']),
      split('day', "{{'now' | date: '%u'}}", '', ['ask', 'less_than', '6'], ['', 'equal_to', '7']),
    );
    expect(unreachableOf(definition)).toEqual([]);
  });
});
