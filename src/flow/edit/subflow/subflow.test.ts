/** Extracting a selection into a subflow, and inlining one: what crosses the border, and what stands against it. */

import { describe, expect, it } from 'vitest';
import { groupsOf, groupWidgets, membersOf } from '../../annotations/groups.ts';
import { notesOf, putNote } from '../../annotations/notes.ts';
import type { FlowDefinition, State } from '../../definition.ts';
import { moveWidgets } from '../move-widgets.ts';
import { extractedFlow, replaceBySubflow } from './extract-subflow.ts';
import { inlineSubflow } from './inline-subflow.ts';
import { planExtraction } from './plan-extraction.ts';
import { planInlining } from './plan-inlining.ts';

const sid = `FW${'a'.repeat(32)}`;

const trigger = (event: string, next: string): State => ({
  name: 'Trigger',
  type: 'trigger',
  transitions: [{ event, next }],
  properties: { offset: { x: 0, y: 0 } },
});
const message = (name: string, body: string, next?: string): State => ({
  name,
  type: 'send-message',
  transitions: [next === undefined ? { event: 'sent' } : { event: 'sent', next }],
  properties: { offset: { x: 0, y: 0 }, body },
});
const setting = (name: string, key: string, value: string, next: string): State => ({
  name,
  type: 'set-variables',
  transitions: [{ event: 'next', next }],
  properties: { offset: { x: 0, y: 0 }, variables: [{ key, value, type: 'string' }] },
});
const ask = (name: string, body: string, next: string, late?: string): State => ({
  name,
  type: 'send-and-wait-for-reply',
  transitions: [
    { event: 'incomingMessage', next },
    late === undefined ? { event: 'timeout' } : { event: 'timeout', next: late },
  ],
  properties: { offset: { x: 0, y: 0 }, body },
});
const flow = (...states: State[]): FlowDefinition => ({
  description: '',
  states,
  initial_state: 'Trigger',
});

/** Greets by a name that is set before, asks for a day, and goes two ways. */
const booking = flow(
  trigger('incomingMessage', 'name'),
  setting('name', 'name', 'Sam', 'ask'),
  ask('ask', 'Hello {{flow.variables.name}}, which day?', 'choose', 'remind'),
  setting('choose', 'day', '{{widgets.ask.inbound.Body}}', 'thank'),
  message('thank', 'See you on {{flow.variables.day}}, {{ widgets.ask.inbound.Body | upcase }}.'),
  message('remind', 'We have not heard from you.'),
);

function planned(definition: FlowDefinition, ...widgets: string[]) {
  const result = planExtraction(definition, widgets);
  if (!result.ok) throw new Error(JSON.stringify(result.obstacles));
  return result.plan;
}

const obstaclesOf = (definition: FlowDefinition, ...widgets: string[]) => {
  const result = planExtraction(definition, widgets);
  return result.ok ? [] : result.obstacles;
};

const named = ({ states }: FlowDefinition, name: string) => states.find((each) => each.name === name);

describe('extracting', () => {
  it('makes parameters of what is read from outside, and returned values of what is read afterwards', () => {
    const plan = planned(booking, 'ask', 'choose');
    expect(plan.parameters).toEqual([{ key: 'name', names: ['flow', 'variables', 'name'], isText: true }]);
    expect(plan.variables).toEqual(['day']);
    expect(plan.results).toEqual([
      { key: 'ask_Body', names: ['widgets', 'ask', 'inbound', 'Body'], isText: false },
    ]);
    const child = extractedFlow(booking, plan, 'Ask for a day');
    expect(named(child, 'ask')?.properties?.body).toBe(
      'Hello {{trigger.parent.parameters.name}}, which day?',
    );
    const { definition: parent, ids } = replaceBySubflow(booking, plan, {
      ...{ sid, revision: 'LatestPublished', name: 'Ask for a day' },
    });
    expect(ids[0]).toBe('ask_for_a_day');
    expect(named(parent, 'ask_for_a_day')?.properties?.parameters).toEqual([
      { key: 'name', value: '{{flow.variables.name}}', type: 'string' },
    ]);
    expect(named(parent, 'thank')?.properties?.body).toBe(
      'See you on {{widgets.ask_for_a_day.day}}, {{ widgets.ask_for_a_day.ask_Body | upcase }}.',
    );
  });

  it('makes a branch of each way out', () => {
    const plan = planned(booking, 'ask', 'choose');
    expect(plan.exits.map(({ target }) => target)).toEqual(['remind', 'thank']);
    const { definition: parent } = replaceBySubflow(booking, plan, {
      ...{ sid, revision: 'LatestPublished', name: 'part' },
    });
    expect(named(parent, 'part')?.transitions?.[0]).toEqual({ event: 'completed', next: 'part_exit' });
    expect(named(parent, 'part_exit')?.transitions?.map(({ next }) => next)).toEqual([
      undefined,
      'remind',
      'thank',
    ]);
  });

  it('needs no branch where there is only one way out', () => {
    const plan = planned(booking, 'choose');
    expect(plan.exitKey).toBeNull();
    const { definition: parent } = replaceBySubflow(booking, plan, {
      ...{ sid, revision: 'LatestPublished', name: '3 !' },
    });
    expect(named(parent, 'run_subflow_1')?.transitions?.[0]).toEqual({ event: 'completed', next: 'thank' });
  });

  it('says what stands against it', () => {
    expect(obstaclesOf(booking, 'Trigger')).toEqual([{ code: 'nothing' }]);
    expect(obstaclesOf(booking, 'thank', 'remind')).toEqual([
      { code: 'severalEntries', widgets: ['thank', 'remind'] },
    ]);
    const run: State = { name: 'run', type: 'run-subflow', transitions: [], properties: { flow_sid: sid } };
    expect(obstaclesOf(flow(trigger('incomingMessage', 'run'), run), 'run')).toEqual([
      { code: 'nested', widget: 'run' },
    ]);
    const called = flow(trigger('incomingParent', 'thank'), message('thank', 'Thanks'));
    expect(obstaclesOf(called, 'thank')).toEqual([{ code: 'isSubflow' }]);
    const all = flow(trigger('incomingMessage', 'dump'), message('dump', '{{flow.variables | to_json}}'));
    expect(obstaclesOf(all, 'dump')).toEqual([{ code: 'readsAll', widget: 'dump', path: 'flow.variables' }]);
  });
});

describe('inlining', () => {
  const parent = (...more: State[]) =>
    flow(
      trigger('incomingMessage', 'run'),
      {
        name: 'run',
        type: 'run-subflow',
        transitions: [{ event: 'completed', next: 'thank' }, { event: 'failed' }],
        properties: {
          offset: { x: 0, y: 200 },
          flow_sid: sid,
          parameters: [{ key: 'name', value: 'Sam Lee', type: 'string' }],
        },
      },
      setting('thank', 'day', 'unknown', 'bye'),
      message('bye', 'On {{widgets.run.day}}'),
      ...more,
    );
  const child = flow(
    trigger('incomingParent', 'ask'),
    ask('ask', 'Hello {{trigger.parent.parameters.name}}', 'thank'),
    {
      ...setting('thank', 'day', '{{widgets.ask.inbound.Body}}', 'thank'),
      transitions: [{ event: 'next' }],
    },
  );

  it('takes the widgets in under free names, and keeps their variables apart from those of the flow', () => {
    const result = planInlining(parent(), 'run', child);
    if (!result.ok) throw new Error(JSON.stringify(result.obstacles));
    const { definition, ids } = inlineSubflow(parent(), result.plan, child);
    expect(ids).toEqual(['begin_run', 'ask', 'thank_2']);
    expect(named(definition, 'run')).toBeUndefined();
    expect(named(definition, 'begin_run')?.properties?.variables).toEqual([
      { key: 'name', value: 'Sam Lee', type: 'string' },
    ]);
    expect(named(definition, 'ask')?.properties?.body).toBe('Hello {{flow.variables.name}}');
    expect(named(definition, 'thank_2')?.transitions).toEqual([{ event: 'next', next: 'thank' }]);
    expect(named(definition, 'bye')?.properties?.body).toBe('On {{flow.variables.day_2}}');
    expect(definition.states[0]?.transitions?.[0]?.next).toBe('begin_run');
  });

  it('says what stands against it', () => {
    const obstacles = (subflow: FlowDefinition, flowOf = parent()) => {
      const result = planInlining(flowOf, 'run', subflow);
      return result.ok ? [] : result.obstacles;
    };
    expect(obstacles(flow(trigger('incomingMessage', 'thank'), message('thank', '')))).toEqual([
      { code: 'noParentEntry' },
    ]);
    expect(
      obstacles(flow(trigger('incomingParent', 'thank'), message('thank', '{{flow.data.order}}'))),
    ).toEqual([{ code: 'notInSubflow', widget: 'thank', path: 'flow.data.order' }]);
    expect(obstacles(child, parent(message('dump', '{{widgets.run | to_json}}')))).toEqual([
      { code: 'readsAll', widget: 'dump', path: 'widgets.run' },
    ]);
  });
});

describe('notes and groups of a selection', () => {
  it('go into the subflow, and come back with its widgets', () => {
    const spread = moveWidgets(
      booking,
      new Map(booking.states.map(({ name = '' }, row) => [name, { x: 0, y: row * 400 }])),
    );
    const inside = ['ask', 'choose'];
    const grouped = groupWidgets(spread, 'g', inside, 'Day');
    const { x = 0, y = 0 } = groupsOf(grouped).get('g') ?? {};
    const note = { x, y, width: 80, height: 40, color: 'pink', text: 'Ask legal' } as const;
    const drawn = putNote(grouped, 'n', note);
    const plan = planned(drawn, ...inside);
    const child = extractedFlow(drawn, plan, 'Day');
    const group = groupsOf(child).get('g');
    expect(group && membersOf(child, group)).toEqual(inside);
    expect(notesOf(child).get('n')).toMatchObject({ x: group?.x, y: group?.y, text: 'Ask legal' });

    const parentFlow = replaceBySubflow(drawn, plan, { sid, revision: 'LatestPublished', name: 'day' });
    expect(parentFlow.definition.ui).toBeUndefined();
    const back = planInlining(parentFlow.definition, parentFlow.ids[0] ?? '', child);
    if (!back.ok) throw new Error(JSON.stringify(back.obstacles));
    const { definition, ids } = inlineSubflow(parentFlow.definition, back.plan, child);
    const returned = groupsOf(definition).get('g');
    const members = returned === undefined ? [] : membersOf(definition, returned);
    expect(members).toEqual(inside);
    expect(ids).toEqual(expect.arrayContaining(inside));
    expect(notesOf(definition).get('n')).toMatchObject({ x: returned?.x, y: returned?.y });
  });
});
