import { describe, expect, it } from 'vitest';
import type { FlowDefinition, State } from '#flow/definition.ts';
import { widgetType } from '#flow/widgets/widget-types.ts';
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

/** A condition on the text of the message. */
const holds = (value: string) => ({
  ...{ friendly_name: '', arguments: ['{{trigger.message.Body}}'], type: 'contains', value },
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

  it.each<[string, string, number[]]>([
    ['no variable of the flow is set', '{{flow.variables.x}}', [0, 1]],
    ['no variable of a widget is set', '{{widgets.later.Digits}}', [0, 1]],
    ['what no flow has is not set', '{{unknown}}', [0, 1]],
    ['the data of the flow can be anything', '{{flow.data.x}}', [0]],
    ['the trigger can bring anything', '{{trigger.message.Body}}', [0]],
    ['the variables as a whole can be anything', '{{flow.variables}}', [0]],
    ['a variable whose name is read can be anything', '{{widgets.ask[flow.data.x]}}', []],
  ])('what a value at the start does not meet: %s', (_, input, never) => {
    const choice = split('choice', input, '', ['', 'is_not_blank', ''], ['', 'is_blank', '']);
    expect(unreachableOf(flowOf('incomingMessage', choice))).toEqual(
      keys(...never.map((index): [number, string] => [index, 'choice'])),
    );
  });

  it.each<[string, object, string, boolean]>([
    ['a text', { variables: [{ key: 'x', value: 'one' }] }, 'x', true],
    ['a text, the key with spaces', { variables: [null, { key: ' x ', value: 'one' }] }, 'x', true],
    [
      'a text of another variable',
      {
        variables: [
          { key: 'y', value: 'two' },
          { key: 'x', value: 'one' },
        ],
      },
      'x',
      true,
    ],
    ['a variable before', { variables: [{ key: 'x', value: '{{flow.variables.before}}' }] }, 'x', true],
    ['a text from outside', { variables: [{ key: 'x', value: '{{flow.data.x}}' }] }, 'x', false],
    [
      'two texts',
      {
        variables: [
          { key: 'x', value: 'one' },
          { key: 'x', value: 'one' },
        ],
      },
      'x',
      false,
    ],
    ['JSON', { variables: [{ key: 'x', value: 'one', type: 'json_object' }] }, 'x', false],
    [
      'of a type that is read',
      { variables: [{ key: 'x', value: 'one', type: '{{flow.data.x}}' }] },
      'x',
      false,
    ],
    ['a number', { variables: [{ key: 'x', value: 1 }] }, 'x', false],
    ['a key that is read', { variables: [{ key: '{{flow.data.x}}', value: 'one' }] }, 'before', false],
    ['a key within a variable', { variables: [{ key: 'x.y', value: 'one' }] }, 'before', false],
    ['another variable', { variables: [{ key: 'y', value: 'two' }] }, 'before', true],
  ])('what contradicts a variable that was set to %s', (_, properties, tested, isKnown) => {
    const states = [
      set('first', 'before', 'one', 'second'),
      { ...set('second', '', '', 'choice'), properties } as State,
      split('choice', `{{flow.variables.${tested}}}`, '', ['', 'equal_to', 'one']),
    ];
    expect(unreachableOf(flowOf('incomingMessage', ...states))).toEqual(isKnown ? keys([0, 'choice']) : []);
  });

  it.each<[string, string, boolean]>([
    ['saves it', ' x ', false],
    ['saves something by a name that is read', '{{flow.data.x}}', false],
    ['saves something else', 'y', true],
    ['saves nothing', ' ', true],
  ])('what contradicts a variable, unless a reply %s', (_, saved, isKnown) => {
    const reply: State = {
      name: 'reply',
      type: 'send-and-wait-for-reply',
      properties: {
        body: 'Which?',
        save_response_as: saved,
        variables: [{ key: 'x', value: 'two' }],
      } as never,
      transitions: [{ event: 'incomingMessage', next: 'choice' }],
    };
    const choice = split('choice', '{{flow.variables.x}}', '', ['', 'equal_to', 'one']);
    expect(unreachableOf(flowOf('incomingMessage', set('set', 'x', 'one', 'reply'), reply, choice))).toEqual(
      isKnown ? keys([0, 'choice']) : [],
    );
  });

  it('an event that the widget does not have, or has before, but none of a widget that nobody knows', () => {
    const transitions = [
      { event: 'sent', next: 'gone' },
      { event: 'sent' },
      { event: 'failed' },
      { event: 'other' },
    ];
    const states = [
      { ...send('known'), transitions },
      { ...send('unknown'), type: 'of-tomorrow', transitions },
    ];
    const definition = flowOf('incomingMessage', ...states);
    definition.states[0] = {
      ...{ name: 'Trigger', type: 'trigger' },
      transitions: [
        { event: 'incomingMessage', next: 'known' },
        { event: 'incomingCall', next: 'unknown' },
      ],
    };
    expect(unreachableOf(definition)).toEqual(keys([1, 'known'], [3, 'known'], [1, 'unknown']));
  });

  it.each<[string, State['transitions'] & object, number[]]>([
    [
      'a branch without conditions',
      [{ event: 'match' }, { event: 'match', conditions: [] }, { event: 'noMatch' }],
      [0, 1],
    ],
    [
      'a second way where none matches',
      [{ event: 'noMatch' }, { event: 'noMatch' }, { event: 'other' }],
      [1, 2],
    ],
    [
      'a branch whose conditions were all tested before',
      [
        { event: 'match', conditions: [holds('a'), holds('b')] },
        { event: 'match', conditions: [holds('a')] },
        { event: 'match', conditions: [holds('b'), holds('ab')] },
        { event: 'match', conditions: [holds('b')] },
        { event: 'match', conditions: [holds('b')] },
      ],
      [2, 4],
    ],
    [
      'a branch that was tested beside what always holds',
      [
        { event: 'match', conditions: [{ ...holds('x'), arguments: ['x'] }, holds('a')] },
        { event: 'match', conditions: [holds('b'), { ...holds('x'), arguments: ['x'] }] },
        { event: 'match', conditions: [holds('a')] },
        { event: 'match', conditions: [holds('b')] },
      ],
      [2, 3],
    ],
    [
      'everything after what always holds',
      [
        { event: 'noMatch' },
        {
          event: 'match',
          conditions: [
            { ...holds('x'), arguments: ['x'] },
            { ...holds(''), arguments: ['x'] },
          ],
        },
        { event: 'match', conditions: [holds('a')] },
      ],
      [0, 2],
    ],
    [
      'what contradicts the input, where a condition has no argument',
      [
        { event: 'match', conditions: [{ type: 'contains', value: 'a' } as never] },
        { event: 'match', conditions: [holds('a')] },
        { event: 'match', conditions: [{ type: 'is_blank' } as never] },
        { event: 'match', conditions: [{ ...holds(''), type: 'is_blank' }] },
        { event: 'match', conditions: [null as never] },
      ],
      [1, 3],
    ],
  ])('%s', (_, transitions, never) => {
    const choice = { ...split('choice', '{{trigger.message.Body}}', ''), transitions };
    expect(unreachableOf(flowOf('incomingMessage', choice))).toEqual(
      keys(...never.map((index): [number, string] => [index, 'choice'])),
    );
  });

  it.each<[string, object, string, string[]]>([
    ['make-http-request', { url: '' }, 'failed', ['success']],
    ['make-http-request', { url: 'https://clinic.example/', add_twilio_auth: true }, 'failed', ['success']],
    ['make-http-request', { url: ' https://clinic.example/ ' }, 'failed', []],
    ['make-http-request', { url: '{{flow.data.url}}' }, 'failed', []],
    ['make-http-request', { url: '{{flow.variables.url}}' }, 'failed', ['success']],
    ['run-function', { url: 'clinic' }, 'fail', ['success']],
    ['run-function-v2', { url: 'clinic' }, 'fail', ['success']],
    ['run-function', { url: 'https://clinic.example/' }, 'fail', []],
    ['send-message', { body: ' ' }, 'failed', ['sent']],
    ['send-message', { media_url: 'https://clinic.example/a.png' }, 'failed', []],
    ['send-message', { content_sid: 'HX1' }, 'failed', []],
    ['send-message', { body: '{{flow.variables.x}}', media_url: '{{flow.variables.y}}' }, 'failed', ['sent']],
    ['send-and-wait-for-reply', {}, 'deliveryFailure', ['incomingMessage', 'timeout']],
    ['send-and-wait-for-reply', { body: '?' }, 'deliveryFailure', []],
    ['say-play', {}, 'audioComplete', []],
  ])('the success of %s with %j', (type, properties, failure, never) => {
    const events =
      widgetType(type)
        ?.events.map(({ name }) => name)
        .filter((event) => event !== failure) ?? [];
    const transitions = [failure, ...events].map((event) => ({ event }));
    const state = { name: 'widget', type, properties, transitions } as State;
    expect(unreachableOf(flowOf('incomingMessage', state))).toEqual(
      keys(...never.map((__, index): [number, string] => [index + 1, 'widget'])),
    );
  });

  it('said with the reason', () => {
    const body = '{{trigger.message.Body}}';
    const states = [
      split(
        'choice',
        body,
        'gone',
        ['empty', 'contains', 'a'],
        ['thanks', 'contains', 'ab'],
        ['', 'contains', 'b'],
        ['', 'does_not_contain', 'b'],
      ),
      {
        ...split('empty', body, ''),
        transitions: [
          { event: 'match' },
          { event: 'match', conditions: [holds('b'), { ...holds('c'), arguments: ['x'] }] },
        ],
      },
      send('thanks'),
    ];
    const definition = flowOf('incomingMessage', ...states, { ...send('silent', ''), name: 'silent' });
    definition.states[0]?.transitions?.push({ event: 'incomingCall', next: 'silent' });
    expect(Object.fromEntries(unreachableTransitions(definition))).toEqual({
      [transitionKey('choice', 0)]: 'one of the conditions always holds for what can lead here',
      [transitionKey('choice', 2)]: `no value that ${body} can have here meets its conditions first`,
      [transitionKey('empty', 0)]: 'no value that nothing can have here meets its conditions first',
      [transitionKey('empty', 1)]: `no value that ${body}, x can have here meets its conditions first`,
      [transitionKey('thanks', 0)]: 'nothing that can be taken leads to its widget',
      [transitionKey('thanks', 1)]: 'nothing that can be taken leads to its widget',
      [transitionKey('silent', 0)]: 'what it sends is never complete, so that it always fails',
    });
  });
});
