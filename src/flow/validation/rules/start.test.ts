import { expect, it } from 'vitest';
import type { Json } from '../../json/json.ts';
import { fixed, said, state } from '../../testing/said-by-rule.ts';
import { initialState, triggerPresent } from './start.ts';

const flow = (initial_state: Json, ...states: Json[]) => ({ description: '', initial_state, states });
const tell = state('tell', 'send-message');
const trigger = state('Trigger', 'trigger');

it.each<[string, ReturnType<typeof flow>, string[]]>([
  ['the trigger', flow('Trigger', tell, trigger), []],
  [
    'no widget',
    flow('Start', trigger),
    ["error #/initial_state Initial state 'Start' must match a widget name."],
  ],
  [
    'another widget than the trigger',
    flow('tell', tell, trigger),
    ["warning #/initial_state Executions start at 'tell', not at the trigger widget."],
  ],
  [
    'a widget, without a trigger',
    flow('tell', tell, state('w', 'an-unknown-type')),
    ["warning #/states The flow has no trigger widget: every execution starts at 'tell'."],
  ],
  ['a widget of an unknown type', flow('w', state('w', 'x'), trigger), []],
  ['nothing', flow('', state('', 'send-message'), trigger), []],
  ['what is no text', flow(5, trigger), []],
])('executions start at %s', (_, definition, lines) =>
  expect([...said(initialState, definition), ...said(triggerPresent, definition)]).toEqual(lines),
);

it('is mended by starting at the trigger, where that has a name', () => {
  const start = (...states: Json[]) => fixed(initialState, flow('Start', ...states));
  expect(start(tell, trigger)).toEqual(['Start at Trigger', flow('Trigger', tell, trigger)]);
  expect(start(tell)).toBeNull();
  expect(start(tell, { type: 'trigger' })).toBeNull();
  expect(start(tell, state('', 'trigger'))).toBeNull();
});
