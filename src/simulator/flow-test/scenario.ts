/** What a flow test means for the simulator: its start, its mocks and its inputs. */

import type { JsonObject } from '#flow/json/json.ts';
import type { Mock, Mocks } from '../mock.ts';
import type { Input, SimulationStart } from '../simulation.ts';
import { readDuration } from './duration.ts';
import type { FlowTest } from './schema.ts';

export type Expectation = NonNullable<Exclude<FlowTest['steps'][number], string>['expect']>;

/** One step of a test. */
export type TestStep = { expect: Expectation } | { input: Input };

/** Addresses of a test that names none, and the time at which one begins that has no clock. */
const defaults = {
  contact: '+15005550001',
  channel: '+15005550006',
  clock: Date.UTC(2026, 0, 1, 9),
} as const;

/** The start of a test. */
export function startOfTest({ start, clock }: FlowTest): SimulationStart {
  const { trigger, contact, channel, parameters, fields, context, ...rest } = start;
  return {
    ...rest,
    event: trigger,
    contact: contact ?? defaults.contact,
    channel: channel ?? defaults.channel,
    clock: clock === undefined ? defaults.clock : Date.parse(clock),
    ...(parameters !== undefined && { parameters: plainJson(parameters) }),
    ...(fields !== undefined && { fields: plainJson(fields) }),
    ...(context !== undefined && { context: plainJson(context) as SimulationStart['context'] & object }),
  };
}

/** The mocks of a test. */
export function mocksOfTest({ mocks = {} }: FlowTest): Mocks {
  return Object.fromEntries(
    Object.entries(mocks).map(([widget, mock]) => [
      widget,
      Array.isArray(mock) ? mock.map(mockOf) : mockOf(mock),
    ]),
  );
}

/** The steps of a test, in order. */
export function stepsOfTest({ steps }: FlowTest): TestStep[] {
  return steps.map((step) => {
    if (typeof step === 'string') return { input: { kind: step } };
    return step.expect === undefined ? { input: inputOf(step) } : { expect: step.expect };
  });
}

/** The schema lets a step have one key only. */
function inputOf(step: Exclude<FlowTest['steps'][number], string>): Input {
  const { advance, send, press, say, event, silence } = step;
  if (advance !== undefined) return { kind: 'advance', ms: readDuration(advance) ?? 0 };
  if (typeof send === 'string') return { kind: 'message', body: send };
  if (send !== undefined) {
    const { body = '', media = [], fields } = send;
    return { kind: 'message', body, media, ...(fields && { fields: plainJson(fields) }) };
  }
  if (press !== undefined) return { kind: 'press', digits: press };
  if (say !== undefined) return { kind: 'say', text: say };
  if (typeof event === 'string') return { kind: 'event', name: event };
  if (event !== undefined)
    return { kind: 'event', name: event.name, ...(event.data && { data: plainJson(event.data) }) };
  return silence !== undefined ? { kind: 'silence' } : { kind: 'hangup' };
}

function mockOf(mock: Exclude<NonNullable<FlowTest['mocks']>[string], readonly unknown[]>): Mock {
  const { delay, body, ...rest } = mock;
  return {
    ...rest,
    ...(body !== undefined && { body: plainJson(body) }),
    ...(delay !== undefined && { delay: readDuration(delay) ?? 0 }),
  };
}

/** What YAML has beyond JSON, such as `.nan`, is what JSON makes of it. */
function plainJson(value: unknown): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}
