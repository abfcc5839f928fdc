import { expect, it } from 'vitest';
import type { Json } from '../../json/json.ts';
import { flowOf, said, state } from '../../testing/said-by-rule.ts';
import { unsetVariable } from './unset-variable.ts';

const leading = (name: string, type: string, next: string, properties: Json = {}) =>
  state(name, type, properties, [{ event: 'next', next }]);
const sets = (name: string, key: string, next: string) =>
  leading(name, 'set-variables', next, { variables: [{ key, value: '1' }] });
const reads = (text: string, next = '') => leading('tell', 'send-message', next, { body: text });
const is = (at: number, sentence: string) => [`warning #/states/${at}/properties/body ${sentence}`];

it.each<[string, Json[], string[]]>([
  ['nothing sets', [reads('{{flow.variables.a}}')], is(1, "Variable 'a' is never set: it is empty here.")],
  [
    'a later widget sets',
    [reads('{{flow.variables.a}}', 'keep'), sets('keep', 'a', '')],
    is(1, "Variable 'a' is not set yet when this widget runs: it is empty here."),
  ],
  ['an earlier widget sets', [sets('keep', 'a', 'tell'), reads('{{flow.variables.a.b}}')], []],
  [
    'one of two earlier widgets sets',
    [sets('keep', 'a', 'tell'), reads('{{flow.variables.a}}'), sets('off', 'a', '')],
    [],
  ],
  [
    'another key sets',
    [sets('keep', 'b', 'tell'), reads('{{flow.variables.a}}')],
    is(2, "Variable 'a' is never set: it is empty here."),
  ],
  ['a subflow may set', [leading('sub', 'run-subflow', 'tell'), reads('{{flow.variables.a}}')], []],
  [
    'a later subflow sets',
    [reads('{{flow.variables.a}}', 'sub'), leading('sub', 'run-subflow', '')],
    is(1, "Variable 'a' is never set: it is empty here."),
  ],
  ['an unknown widget may set', [leading('sub', 'unknown', 'tell'), reads('{{flow.variables.a}}')], []],
  ['a computed key may set', [sets('keep', '{{flow.data.key}}', 'tell'), reads('{{flow.variables.a}}')], []],
  [
    'a message cannot set',
    [leading('hi', 'send-message', 'tell'), reads('{{flow.variables.a}}')],
    is(2, "Variable 'a' is never set: it is empty here."),
  ],
  [
    'a widget reads twice',
    [reads('{{flow.variables.a}} {{flow.variables.a}}')],
    is(1, "Variable 'a' is never set: it is empty here."),
  ],
  ['has a default', [reads('{{flow.variables.a | default: "x"}}')], []],
  ['is all variables', [reads('{{flow.variables}}')], []],
  ['is of something else', [reads('{{contact.variables.a}}{{flow.data.a}}{{contact.gone.a}}')], []],
  ['is all widgets', [reads('{{widgets}}')], []],
  [
    'is of no widget',
    [reads('{{widgets.gone.a}}')],
    is(1, "There is no widget 'gone': 'widgets.gone.a' is empty."),
  ],
  [
    'is of a later widget',
    [reads('{{widgets.ask.a}}', 'ask'), leading('ask', 'send-message', '')],
    is(1, "Widget 'ask' never runs before this one: 'widgets.ask.a' is empty here."),
  ],
  ['is of an earlier widget', [leading('ask', 'send-message', 'tell'), reads('{{widgets.ask.a}}')], []],
  ['is its own', [reads('{{widgets.tell.a}}')], []],
])('a variable that %s', (_, states, lines) => expect(said(unsetVariable, flowOf(states))).toEqual(lines));

it('a counter reads what it has set itself', () => {
  const variables = [{ key: 'tries', value: '{{flow.variables.tries | plus: 1}}' }];
  expect(said(unsetVariable, flowOf([state('count', 'set-variables', { variables })]))).toEqual([]);
});
