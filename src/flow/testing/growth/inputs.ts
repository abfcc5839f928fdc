/** Flows and other inputs of any size, each of which grows in one way. */

import type { Operation } from '../../change/operation.ts';
import { workingCopyOf } from '../../change/working-copy.ts';
import { createEditor, type EditorState, edit } from '../../commands/editor.ts';
import type { Numbered } from '../../commands/log.ts';
import type { FlowDefinition, State } from '../../definition.ts';

export const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

const trigger: State = {
  name: 'Trigger',
  type: 'trigger',
  transitions: [{ event: 'incomingMessage', next: 'w0' }, { event: 'incomingCall' }],
  properties: { offset: { x: 0, y: 0 } },
};

/** A chain: every third widget waits for a reply, every third sets a variable; each reads what one before it has. */
export function chain(count: number, word = 'Hello'): FlowDefinition {
  const states = numbers(count).map((at): State => {
    const next = at + 1 < count ? { next: `w${at + 1}` } : {};
    const offset = { x: (at % 20) * 300, y: 200 + Math.floor(at / 20) * 240 };
    const before = `{{widgets.w${at - 1 - ((at - 1) % 3)}.inbound.Body}} {{flow.variables.v${at}_}}`;
    if (at % 3 === 0)
      return {
        ...{ name: `w${at}`, type: 'send-and-wait-for-reply' },
        transitions: [
          { event: 'incomingMessage', ...next },
          { event: 'timeout', ...next },
          { event: 'deliveryFailure', ...next },
        ],
        properties: { offset, body: `${word} ${at}`, timeout: '3600' },
      };
    if (at % 3 === 1)
      return {
        ...{ name: `w${at}`, type: 'set-variables', transitions: [{ event: 'next', ...next }] },
        properties: { offset, variables: [{ key: `v${at + 1}_`, value: `${word} ${before}` }] },
      };
    return {
      ...{ name: `w${at}`, type: 'send-message' },
      transitions: [
        { event: 'sent', ...next },
        { event: 'failed', ...next },
      ],
      properties: { offset, body: `${word} ${before}` },
    };
  });
  return { description: 'Chain', initial_state: 'Trigger', states: [trigger, ...states], ui: {} };
}

/** One split with so many branches, in an order that `step` chooses, all of which lead to one widget. */
export function split(count: number, step = 1): FlowDefinition {
  const transitions = [
    { event: 'noMatch' },
    ...numbers(count).map((at) => ({
      ...{ event: 'match', next: 'end' },
      conditions: [condition(`v${(at * step) % count}`)],
    })),
  ];
  const offset = { x: 0, y: 200 };
  const end = {
    ...{ name: 'end', type: 'send-message', transitions: [{ event: 'sent' }, { event: 'failed' }] },
    properties: { offset: { x: 0, y: 440 }, body: 'Bye' },
  };
  const state = {
    ...{ name: 'w0', type: 'split-based-on', transitions },
    properties: { offset, input: '{{trigger.message.Body}}' },
  };
  return { description: 'Split', initial_state: 'Trigger', states: [trigger, state, end] };
}

export function condition(value: string) {
  return { friendly_name: '', arguments: ['{{trigger.message.Body}}'], type: 'equal_to', value };
}

/** The only split of `split`. */
export function splitState(count: number): State {
  return split(count).states[1] ?? {};
}

/** One widget that has so many unknown properties. */
export function wide(count: number): FlowDefinition {
  const flow = chain(3);
  const properties = Object.fromEntries(numbers(count).map((at) => [`key${at}`, `value ${at}`]));
  return {
    ...flow,
    states: flow.states.map((state, at) =>
      at === 1 ? { ...state, properties: { ...state.properties, ...properties } } : state,
    ),
  };
}

/** A chain of few widgets with so many notes and groups, which stand side by side. */
export function annotated(count: number, widgets = 6): FlowDefinition {
  const place = (at: number) => ({ x: (at % 20) * 400, y: Math.floor(at / 20) * 400 });
  const notes = numbers(count).map((at) => [
    `n${at}`,
    { ...place(at), width: 200, height: 100, text: `Note about w${at}`, color: 'yellow' },
  ]);
  const groups = numbers(count).map((at) => [
    `g${at}`,
    { ...place(at), width: 380, height: 380, title: `Group ${at}`, color: 'blue', collapsed: false },
  ]);
  return {
    ...chain(widgets),
    ui: { notes: Object.fromEntries(notes), groups: Object.fromEntries(groups) },
  };
}

/** As many groups as every fourth widget, each around one or two of them. */
export function grouped(count: number): FlowDefinition {
  const flow = chain(count);
  const groups = numbers(Math.ceil(count / 4)).map((nth) => {
    const at = nth * 4;
    const corner = { x: (at % 20) * 300 - 20, y: 180 + Math.floor(at / 20) * 240 };
    return [
      `g${nth}`,
      { ...corner, width: 600, height: 200, title: `Group ${nth}`, color: 'blue', collapsed: false },
    ];
  });
  return { ...flow, ui: { groups: Object.fromEntries(groups) } };
}

export const names = (count: number) => numbers(count).map((at) => `w${at}`);

export const selection = (count: number) => ({ widgets: new Set(names(count)), annotation: null });

export function copyOf(definition: FlowDefinition, seq = 0): Numbered {
  return { seq, copy: workingCopyOf({ name: 'Flow', definition }) };
}

/** Sets a property of one widget after the other. */
export function settings(count: number, value = 'x', widgets = count): Operation[] {
  return numbers(count).map((at) => ({
    ...{ kind: 'set', widget: `w${at % widgets}`, path: ['properties', 'body'] },
    to: `${value} ${at}`,
  }));
}

export function log(count: number, value: string, widgets = count) {
  return settings(count, value, widgets).map((operation, at) => ({
    seq: at + 1,
    id: `${value}${at}`,
    label: { name: 'changeProperty' },
    operations: [operation],
  }));
}

/** An editor of a chain with so many edits of its own, of which nothing is confirmed. */
export function edited(count: number, widgets = 10): EditorState {
  let state = createEditor(copyOf(chain(widgets)));
  for (const at of numbers(count)) {
    const { name, definition } = state.shown;
    const states = definition.states.map((each, nth) =>
      nth === 1 + (at % widgets) ? { ...each, properties: { ...each.properties, body: `Edit ${at}` } } : each,
    );
    const content = { name, definition: { ...definition, states } };
    state = edit(state, content, { id: `own${at}`, label: { name: 'changeProperty' } });
  }
  return state;
}

/** Text of different words of one length. */
export const text = (count: number, word = 'word') =>
  numbers(count)
    .map((at) => `${word}${1_000 + at}`)
    .join(' ');
