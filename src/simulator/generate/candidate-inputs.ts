/** The inputs that a search tries where a simulation waits, and the ways in which it starts. */

import type { TriggerEvent } from '#engine/signal.ts';
import { type FlowDefinition, propertiesOf, type State, transitionsOf } from '#flow/definition.ts';
import { isObject, type JsonObject, textOf } from '#flow/json/json.ts';
import { canonicalType } from '#flow/widgets/widget-types.ts';
import { isFailureEvent } from '../event-data.ts';
import type { Mock } from '../mock.ts';
import { possibleInputs } from '../possible-inputs.ts';
import type { Input, Scenario, Simulation, SimulationStart } from '../simulation.ts';
import { waitingOf, waitingState } from '../waiting.ts';
import { combinationsOf } from './combinations.ts';
import { oddText } from './condition-texts.ts';
import { type InputSlots, startSource, type Values } from './input-slots.ts';

/** The addresses of every generated run. */
const parties = { contact: '+15005550001', channel: '+15005550006' } as const;

/** A Thursday morning, and times at which flows with opening hours do something else. */
const clocks = [
  Date.UTC(2026, 0, 1, 10),
  Date.UTC(2026, 0, 1, 3),
  Date.UTC(2026, 0, 1, 20),
  Date.UTC(2026, 0, 4, 12),
  Date.UTC(2026, 6, 1, 14),
];

/** The starts to try, for each event that the flow's trigger has a transition for. */
export function candidateStarts(definition: FlowDefinition, slots: InputSlots): SimulationStart[] {
  const readsClock = JSON.stringify(definition).includes("'now'");
  return triggerEvents(definition).flatMap((event) =>
    startsBy(event, slots).flatMap((start) =>
      (readsClock ? clocks : clocks.slice(0, 1)).map((clock) => ({ ...start, clock })),
    ),
  );
}

function triggerEvents({ states, initial_state: initial }: FlowDefinition): TriggerEvent[] {
  const trigger = states.find(({ name, type }) => name === initial || type === 'trigger');
  if (canonicalType(trigger?.type) !== 'trigger') return ['incomingMessage', 'incomingCall'];
  const events = new Set(transitionsOf(trigger ?? {}).map(({ event }) => event));
  return (
    [
      'incomingMessage',
      'incomingCall',
      'incomingRequest',
      'incomingConversationMessage',
      'incomingParent',
    ] as const
  ).filter((event) => events.has(event));
}

function startsBy(event: TriggerEvent, slots: InputSlots): Omit<SimulationStart, 'clock'>[] {
  const contacts = slots.valuesAt(startSource, 'contact').get('') ?? [];
  const others = contacts
    .filter((contact) => contact !== '')
    .map((contact) => ({ event, ...parties, contact }));
  const trigger = slots.valuesAt(startSource, 'trigger');
  const parameters = combinationsOf(slots.valuesAt(startSource, 'parameters'));
  switch (event) {
    case 'incomingRequest':
      return [...parameters.map((each) => ({ event, ...parties, parameters: each })), ...others];
    case 'incomingParent':
      return [
        ...parameters.map((each) => ({ event, ...parties, parameters: each })),
        // A subflow reads its parent's trigger too.
        ...combinationsOf(trigger).map(({ parent, ...rest }) => ({
          ...{ event, ...parties, parameters: parameters[0] ?? {}, context: { trigger: rest } },
          ...(isObject(parent) && { fields: parent }),
        })),
      ];
    default:
      return [
        { event, ...parties, body: oddText },
        ...combinationsOf(valuesBelow(trigger, triggerKeys[event])).map((fields) => ({
          ...{ event, ...parties, body: textOf(fields.Body) || oddText, fields },
        })),
        ...others,
      ];
  }
}

/** The key below `trigger` at which each event has its data. */
export const triggerKeys = {
  incomingMessage: 'message',
  incomingCall: 'call',
  incomingConversationMessage: 'conversation',
} as const;

function valuesBelow(values: Values, key: string): Values {
  const below = [...values].filter(([path]) => path.startsWith(`${key}.`));
  return new Map(below.map(([path, texts]) => [path.slice(key.length + 1), texts]));
}

/** The inputs to try where the simulation waits, the most usual first. */
export function candidateInputs(scenario: Scenario, simulation: Simulation, slots: InputSlots): Input[] {
  const waiting = waitingOf(simulation);
  const state = waitingState(scenario, simulation);
  if (waiting === null || state === null) return [];
  const possible = possibleInputs(scenario, simulation);
  const name = waiting.widget;
  if (possible.answer !== null) return responsesFor(state, slots).map((mock) => ({ kind: 'answer', mock }));
  const wanted = new Set(transitionsOf(state).map(({ event }) => event));
  const events = possible.events.filter((event) => wanted.has(event));
  if (possible.message) return [...repliesAt(name, slots), ...eventsOf(events, ['incomingMessage'])];
  if (possible.press) {
    const hangup: Input[] = [{ kind: 'hangup' }];
    return [...gatheredAt(name, slots), ...hangup];
  }
  const reports = combinationsOf(slots.valuesAt(name, 'report')).filter(
    (data) => Object.keys(data).length > 0,
  );
  return [
    ...events.map((event): Input => ({ kind: 'event', name: event })),
    ...events
      .filter((event) => !isFailureEvent(event) && event !== 'hangup' && event !== 'timeout')
      .flatMap((event) => reports.map((data): Input => ({ kind: 'event', name: event, data }))),
    ...(possible.hangup ? [{ kind: 'hangup' } as const] : []),
  ];
}

function repliesAt(widget: string, slots: InputSlots): Input[] {
  const messages = combinationsOf(slots.valuesAt(widget, 'message')).map(({ Body, ...fields }): Input => {
    const body = typeof Body === 'string' ? Body : oddText;
    return { kind: 'message', body, ...(Object.keys(fields).length > 0 && { fields }) };
  });
  return [...messages, { kind: 'message', body: oddText }];
}

function gatheredAt(widget: string, slots: InputSlots): Input[] {
  const keys = slots.valuesAt(widget, 'keys').get('') ?? [];
  const words = slots.valuesAt(widget, 'speech').get('') ?? [];
  return [
    ...[...keys.filter((digits) => digits !== ''), '9'].map((digits): Input => ({ kind: 'press', digits })),
    ...[...words.filter((text) => text !== ''), oddText].map((text): Input => ({ kind: 'say', text })),
    { kind: 'silence' },
  ];
}

function eventsOf(events: readonly string[], except: readonly string[]): Input[] {
  return events
    .filter((event) => !except.includes(event))
    .map((event): Input => ({ kind: 'event', name: event }));
}

function responsesFor(state: State, slots: InputSlots): Mock[] {
  const name = state.name ?? '';
  const bodies: JsonObject[] = combinationsOf(slots.valuesAt(name, 'response'));
  const texts = slots.valuesAt(name, 'text').get('') ?? [];
  const reports = combinationsOf(slots.valuesAt(name, 'report'));
  const isTask =
    propertiesOf(state).workflow !== undefined || canonicalType(state.type) === 'send-to-agentdesk';
  return [
    ...bodies.map((body): Mock => ({ status: 200, body })),
    ...texts.map((body): Mock => ({ status: 200, body })),
    { status: 500, body: {} },
    ...(isTask ? [{ status: 500, body: { CallStatus: 'failed' } }] : []),
    ...reports.filter((body) => Object.keys(body).length > 0).map((body): Mock => ({ status: 200, body })),
  ];
}
