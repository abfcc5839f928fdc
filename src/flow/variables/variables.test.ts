import { describe, expect, it } from 'vitest';
import { emptyDefinition, type State } from '../definition.ts';
import { addWidget } from '../edit/add-widget.ts';
import { connect, disconnect } from '../edit/connect.ts';
import { setProperty } from '../edit/set-property.ts';
import { appointmentFlow } from '../testing/test-flow.ts';
import { executionVariables, triggerVariables } from './built-in-variables.ts';
import { setKeys, setKeysOf } from './set-keys.ts';
import { variableReads, variablesAt } from './variables.ts';

const flow = appointmentFlow();
const pathsAt = (id: string, definition = flow) => variablesAt(definition, id).map(({ path }) => path);

describe('the variables at a widget', () => {
  it('are those of widgets that may have run before it, nearest first', () => {
    const paths = pathsAt('thank');
    expect(paths).toContain('widgets.ask.inbound.Body');
    expect(paths.indexOf('widgets.ask.inbound.Body')).toBeLessThan(
      paths.indexOf('widgets.greet.outbound.Sid'),
    );
    expect(paths.some((path) => path.startsWith('widgets.thank.'))).toBe(false);
  });

  it('are found in linear time where paths fork and join repeatedly', () => {
    const rows = 60;
    const states: State[] = Array.from({ length: rows * 2 }, (_, index) => {
      const row = Math.floor(index / 2) + 1;
      const transitions = ['sent', 'failed'].map((event, side) => ({ event, next: `w${row * 2 + side}` }));
      return { name: `w${index}`, type: 'send-message', properties: {}, transitions };
    });
    const ladder = { description: '', initial_state: 'w0', states };
    expect(pathsAt(`w${rows * 2 - 1}`, ladder)).toContain('widgets.w0.outbound.Sid');
  });

  it('are not those of widgets that come later', () => {
    expect(pathsAt('greet').some((path) => path.startsWith('widgets.'))).toBe(false);
  });

  it('include its own once a loop leads back', () => {
    expect(pathsAt('ask')).toContain('widgets.ask.inbound.Body');
  });

  it('are those of the triggers that lead to it', () => {
    expect(pathsAt('greet')).toContain('trigger.message.Body');
    expect(pathsAt('greet')).not.toContain('trigger.call.From');
    const called = connect(flow, { widget: 'Trigger', outlet: 'incomingCall' }, 'thank');
    expect(pathsAt('thank', called)).toContain('trigger.call.From');
    expect(pathsAt('ask', called)).not.toContain('trigger.call.From');
  });

  it('always include contact and flow, even for an unreachable widget', () => {
    const alone = disconnect(flow, { widget: 'Trigger', outlet: 'incomingMessage' });
    expect(pathsAt('greet', alone)).toEqual([
      'contact.channel.address',
      'flow.channel.address',
      'flow.sid',
      'flow.flow_sid',
    ]);
  });

  it('include those of set-variables with keys that a path can name', () => {
    const added = addWidget(flow, 'set-variables', { x: 0, y: 0 }, 'keep').definition;
    const set = setProperty(added, 'keep', 'variables', [
      { key: 'tries', value: '1' },
      { key: 'two words', value: '' },
      7,
    ]);
    const led = connect(set, { widget: 'keep', outlet: 'next' }, 'greet');
    expect(variablesAt(led, 'greet').slice(0, 2)).toEqual([
      { path: 'flow.variables.tries', means: 'Set by keep.', from: 'keep' },
      { path: 'widgets.keep.tries', means: 'The same as flow.variables.tries.', from: 'keep' },
    ]);
    expect(pathsAt('greet', led)).not.toContain('widgets.keep.KEY');
  });

  it('include the variable of a saved reply', () => {
    const stored = setProperty(flow, 'ask', 'save_response_as', 'answer');
    expect(pathsAt('check', stored)).toContain('flow.variables.answer');
  });

  it('include dynamic keys that the flow reads elsewhere', () => {
    const requested = connect(flow, { widget: 'Trigger', outlet: 'incomingRequest' }, 'greet');
    const read = setProperty(
      requested,
      'ask',
      'body',
      'Dear {{flow.data.name}}, {{widgets.greet.outbound.Extra}}',
    );
    expect(pathsAt('greet', read)).toContain('flow.data.name');
    expect(pathsAt('thank', read)).toContain('widgets.greet.outbound.Extra');
    expect(new Set(pathsAt('thank', read)).size).toBe(pathsAt('thank', read).length);
  });
});

describe('the variables of a small flow', () => {
  const say = (name: string, body: string, next = ''): State => ({
    ...{ name, type: 'send-message', properties: { body } },
    transitions: [{ event: 'sent', next }],
  });
  const shownAt = (id: string, ...states: State[]) =>
    variablesAt({ description: '', initial_state: 'Trigger', states }, id)
      .filter(({ path }) => !/^contact|^flow\.(channel|sid|flow_sid)|outbound/.test(path))
      .map(({ path, means, from }) => [path, means, from]);
  const triggered = (event: string, next: string): State => ({
    ...{ name: 'Trigger', type: 'trigger', properties: {}, transitions: [{ event, next }] },
  });
  const elsewhere = 'Read elsewhere in this flow.';
  const reads = say(
    'reads',
    '{{flow.data.a}}{{flow.database}}{{trigger.request.parameters.b}}{{trigger.parent.parameters.c}}' +
      '{{widgets.a.b.c}}{{widgets.a.b}}{{widgets.a}}{{widgets.ab.c}}{{x.widgets.a.d}}{{widgets.a.b.c}}',
  );

  it('have dynamic keys of the triggers that lead to it, and of the widgets before it', () => {
    const dynamic = (event: string) =>
      shownAt('a', triggered(event, 'a'), say('a', ''), reads).filter(([, means]) => means === elsewhere);
    expect(dynamic('incomingRequest')).toEqual([
      ['flow.data.a', elsewhere, null],
      ['trigger.request.parameters.b', elsewhere, null],
    ]);
    expect(dynamic('incomingParent')).toEqual([['trigger.parent.parameters.c', elsewhere, null]]);
    expect(dynamic('incomingMessage')).toEqual([]);
    expect(shownAt('b', say('a', '', 'b'), say('b', ''), reads)).toEqual([
      ['widgets.a.b.c', elsewhere, 'a'],
      ['widgets.a.b', elsewhere, 'a'],
    ]);
    expect(shownAt('b', say('a.b', '', 'b'), say('b', ''), reads)).toEqual([
      ['widgets.a.b.c', elsewhere, 'a.b'],
    ]);
  });

  it('are not those of widgets without a name or of an unknown type, but what others read of these', () => {
    const shownBehind = (state: object) =>
      shownAt('b', { ...say('a', '', 'b'), ...state } as State, say('b', ''));
    expect(shownBehind({ type: 'future', properties: { save_response_as: 'x' } })).toEqual([]);
    expect(shownBehind({ name: '', properties: { save_response_as: 'x' } })).toEqual([]);
    expect(shownBehind({ name: 7, properties: { save_response_as: 'x' } })).toEqual([]);
    expect(shownBehind({ properties: { save_response_as: ' x ' } })).toEqual([
      ['flow.variables.x', 'Set by a.', 'a'],
    ]);
    expect(shownBehind({ properties: { save_response_as: 'a b', variables: [{ key: 'k' }] } })).toEqual([]);
    expect(shownBehind({ type: 'set-variables', properties: { variables: 'none' } })).toEqual([]);
    expect(shownAt('b', { ...say('a', '{{widgets.a.x}}', 'b'), type: 'future' }, say('b', ''))).toEqual([
      ['widgets.a.x', elsewhere, 'a'],
    ]);
  });

  it('are not those of events that lead from a widget that is no trigger', () => {
    const odd = { ...say('a', '', 'b'), transitions: [{ event: 'incomingCall', next: 'b' }] };
    expect(shownAt('b', odd, say('b', ''))).toEqual([]);
    expect(shownAt('b', triggered('incomingOther', 'b'), say('b', ''))).toEqual([]);
  });
});

it.each([
  ['{{ a[ "b" ].c }}', 'a.b.c'],
  ["{{ a['b']['c d'].e }}", 'a.b.c d.e'],
  ['{{ a["b"] }}', 'a.b'],
  ['{{ a[0]["b"] }}', 'a[0].b'],
  ['{{ a["b] }}', 'a["b]'],
])('the path that %s reads is %s', (body, path) => {
  const states = [{ name: 'w', type: 'send-message', properties: { body } }];
  const [read] = variableReads({ description: '', initial_state: 'w', states });
  expect(read?.path ?? path).toBe(path);
});

it('reads are found again where a state has moved or has another id', () => {
  const [, greet = {}, ask = {}, check = {}] = flow.states;
  const of = (...states: State[]) =>
    variableReads({ ...flow, states }).map(({ widget, place }) => [widget, place]);
  const inPlace = (index: number, id: string) => [
    [id, `#/states/${index}/properties/input`],
    [id, `#/states/${index}/transitions/1/conditions/0/arguments/0`],
    [id, `#/states/${index}/transitions/2/conditions/0/arguments/0`],
  ];
  expect(of(check)).toEqual(inPlace(0, 'check'));
  expect(of(greet, check)).toEqual(inPlace(1, 'check'));
  expect(of({ ...ask, name: 'check', properties: {} }, check)).toEqual(inPlace(1, 'check~1'));
  expect(of(greet, check)).toEqual(inPlace(1, 'check'));
  expect(of(7 as never, { transitions: 'none' } as never)).toEqual([]);
});

it('built-in variables have paths that templates read, and sentences on what they are', () => {
  const { states } = emptyDefinition();
  const events = (states[0]?.transitions ?? []).map(({ event }) => event);
  expect(Object.keys(triggerVariables).sort()).toEqual([...events].sort());
  for (const each of [executionVariables, ...Object.values(triggerVariables)]) {
    expect(each).not.toEqual([]);
    const body = each.map(({ path }) => `{{${path}}}`).join('');
    const reads = variableReads({
      ...flow,
      states: [{ name: 'w', type: 'send-message', properties: { body } }],
    });
    expect(reads.map(({ path }) => path)).toEqual(each.map(({ path }) => path));
    for (const { path, means } of each) {
      expect(path).toMatch(/^(contact|flow|trigger)(\.\w+)+$/);
      expect(means).toMatch(/^[A-Z].* .*\.$/);
    }
  }
});

it('keys that a widget sets are known, or computed by a template', () => {
  const keys = ['a', ' b ', '', '{{x}}', 7].map((key) => ({ key }));
  const properties = { variables: [...keys, 'no'], save_response_as: 'c' } as never;
  const known = { keys: ['a', 'b', 'c'], isComputed: true };
  expect(setKeysOf({ type: 'set-variables', properties })).toEqual(known);
  expect(setKeysOf({ type: 'send-message', properties })).toEqual({ keys: ['c'], isComputed: false });
  expect(setKeysOf({})).toEqual({ keys: [], isComputed: false });
  expect(setKeys({ type: 'set-variables', properties })).toEqual([
    { key: 'a', place: ['variables', 0] },
    { key: 'b', place: ['variables', 1] },
    { key: '{{x}}', place: ['variables', 3] },
    { key: 'c', place: ['save_response_as'] },
  ]);
});

it('each read has a pointer', () => {
  const reads = variableReads(flow).filter(({ path }) => path === 'widgets.ask.inbound.Body');
  expect(reads.map(({ widget, place }) => [widget, place])).toEqual([
    ['check', '#/states/3/properties/input'],
    ['check', '#/states/3/transitions/1/conditions/0/arguments/0'],
    ['check', '#/states/3/transitions/2/conditions/0/arguments/0'],
    ['thank', '#/states/4/properties/body'],
  ]);
});
