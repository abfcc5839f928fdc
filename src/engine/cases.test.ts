/**
 * One file of cases per widget type: a widget, the signals that reach it, and everything that
 * must follow. A type without its file, or an event without a case, fails.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type FlowDefinition, type State, type Transition, transitionsOf } from '#flow/definition.ts';
import type { JsonObject } from '#flow/json/json.ts';
import { widgetTypeNames } from '#flow/widgets/widget-type.ts';
import { widgetTypes } from '#flow/widgets/widget-types.ts';
import { advance, newExecution } from './advance.ts';
import { initialChanges, type TriggerSignal } from './behaviours/trigger.ts';
import type { Command } from './commands/command.ts';
import { emptyContext } from './context.ts';
import type { Note, VariableChange, Wait } from './execution.ts';
import type { Signal } from './signal.ts';

/**
 * The widget is called `w`; its transitions, where not given, are all events of its type without a next
 * widget; widgets that they name are there and do nothing. `start` fills up the trigger signal. `wait` is the wait after the widget was entered, `event` the
 * one that left it, null while it still waits. `ignored` are notes on signals that moved nothing.
 */
type Case = {
  title: string;
  properties: JsonObject;
  transitions?: Transition[];
  start?: Partial<TriggerSignal>;
  context?: { variables?: JsonObject; widgets?: JsonObject };
  signals?: Signal[];
  expect: {
    wait: Wait | null;
    event: string | null;
    /** The next widget, left out at the end of the branch. */
    to?: string;
    changes?: VariableChange[];
    commands?: Command[];
    notes?: Note[];
    ignored?: Note[];
  };
};

const folder = new URL('./cases/', import.meta.url);
const now = Date.UTC(2024, 2, 5, 14, 7, 9);

const start: TriggerSignal = {
  kind: 'trigger',
  event: 'incomingMessage',
  flow_sid: 'FW00000000000000000000000000000001',
  execution_sid: 'FN00000000000000000000000000000001',
  contact: '+15550100',
  channel: '+15550199',
  trigger: { message: { Body: 'Hello', From: '+15550100' } },
  data: { name: 'Kim' },
  call: null,
  child: false,
};

function played(type: string, given: Case): Case['expect'] {
  const events = widgetTypes[type as keyof typeof widgetTypes].events;
  const state: State = {
    name: 'w',
    type,
    properties: given.properties,
    transitions: given.transitions ?? events.map(({ name }) => ({ event: name })),
  };
  const others = transitionsOf(state).flatMap(({ next }) =>
    next ? [{ name: next, type: 'set-variables' }] : [],
  );
  const definition: FlowDefinition = { description: '', states: [state, ...others], initial_state: 'w' };
  const context = emptyContext();
  context.flow.variables = given.context?.variables ?? {};
  context.widgets = given.context?.widgets ?? {};
  const first = { ...start, ...given.start };
  let turn = advance(definition, { ...newExecution(), context }, first, now);
  const { wait } = turn.execution;
  const all = { steps: turn.steps, commands: turn.commands, ignored: turn.ignored };
  for (const signal of given.signals ?? []) {
    turn = advance(definition, turn.execution, signal, now);
    all.steps.push(...turn.steps);
    all.commands.push(...turn.commands);
    all.ignored.push(...turn.ignored);
  }
  const [step] = all.steps;
  const brought = type === 'trigger' ? 0 : initialChanges(first).length;
  return {
    wait,
    event: step?.name ?? null,
    ...(step && step.transitioned_to !== 'Ended' && { to: step.transitioned_to }),
    ...(step && step.changes.length > brought && { changes: step.changes.slice(brought) }),
    ...(all.commands.length > 0 && { commands: all.commands }),
    ...(step && step.notes.length > 0 && { notes: step.notes }),
    ...(all.ignored.length > 0 && { ignored: all.ignored }),
  };
}

function casesOf(type: string): Case[] {
  return JSON.parse(readFileSync(new URL(`${type}.json`, folder), 'utf8')) as Case[];
}

describe.each([...widgetTypeNames])('%s', (type) => {
  it('passes its cases', () => {
    for (const each of casesOf(type)) expect(played(type, each), each.title).toEqual(each.expect);
  });

  it('has a case for each of its events', () => {
    const left = new Set(casesOf(type).map((each) => each.expect.event));
    const events = widgetTypes[type].events.map((event) => event.name);
    expect(events.filter((event) => !left.has(event))).toEqual([]);
  });

  it('runs the example that its schema publishes', () => {
    const { properties = {}, transitions = [] } = widgetTypes[type].example;
    const call = 'CA00000000000000000000000000000001';
    const { wait, event } = played(type, {
      title: '',
      properties,
      transitions,
      start: { call },
      expect: { wait: null, event: null },
    });
    expect(wait !== null || transitions.some((each) => each.event === event)).toBe(true);
  });
});

describe('the cases', () => {
  it('cover all types', () => {
    const names = readdirSync(folder).map((name) => name.replace('.json', ''));
    expect(names.sort()).toEqual([...widgetTypeNames].sort());
  });
});
