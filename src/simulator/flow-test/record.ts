/** Keeps a run as a flow test: its inputs, and what was there after each of them as expectations. */

import { stringify } from 'yaml';
import type { Mock, Mocks } from '../mock.ts';
import { hasEnded, type Input, type Simulation, type SimulationStart } from '../simulation.ts';
import { textsSent, textsSpoken } from '../trace.ts';
import { waitingOf } from '../waiting.ts';
import { writeDuration } from './duration.ts';
import type { Expectation } from './scenario.ts';
import type { FlowTest } from './schema.ts';

/** A run: how it started, the state after that, and each input with the state after it. `flow` is the file's name. */
export type RecordedRun = {
  flow?: string;
  timeZone?: string;
  start: SimulationStart;
  mocks: Mocks;
  began: Simulation;
  inputs: readonly { input: Input; after: Simulation }[];
};

/** The test of a run. Responses that were given while it ran are among its mocks. */
export function flowTestOf({ flow, timeZone, start, mocks, began, inputs }: RecordedRun): FlowTest {
  const steps: FlowTest['steps'] = [];
  const given: Record<string, Mock[]> = {};
  let since = began;
  const addExpectation = (before: Simulation | null, after: Simulation) => {
    const expect = expectationOf(before, after);
    if (Object.keys(expect).length > 0) steps.push({ expect });
  };
  if (inputs[0]?.input.kind !== 'answer') addExpectation(null, began);
  else since = { ...began, steps: [], transcript: [] };
  for (const [index, { input, after }] of inputs.entries()) {
    const before = index === 0 ? began : (inputs[index - 1]?.after ?? began);
    if (input.kind === 'answer') {
      const widget = before.missing?.widget ?? '';
      given[widget] = [...(given[widget] ?? []), input.mock];
    } else if (input.kind !== 'stop') steps.push(stepOf(input, after.clock - before.clock));
    if (inputs[index + 1]?.input.kind === 'answer') continue;
    addExpectation(since, after);
    since = after;
  }
  const all = { ...writeMocks(mocks), ...writeMocks(given) };
  return {
    ...(flow !== undefined && { flow }),
    start: writeStart(start),
    clock: new Date(start.clock).toISOString().replace('.000Z', 'Z'),
    ...(timeZone !== undefined && { time_zone: timeZone }),
    ...(Object.keys(all).length > 0 && { mocks: all }),
    steps,
  };
}

/** The test as the text of its file. */
export function writeFlowTest(test: FlowTest): string {
  return stringify(test, { lineWidth: 0, aliasDuplicateObjects: false });
}

/** What was sent, said and left between two states, and where the flow then is. */
function expectationOf(before: Simulation | null, after: Simulation): Expectation {
  const transcript = after.transcript.slice(before?.transcript.length ?? 0);
  const path = after.steps
    .slice(before?.steps.length ?? 0)
    .filter(({ role, type }) => role === 'flow' && type !== 'trigger')
    .map((step) => step.transitioned_from);
  const [sent, said] = [textsSent(transcript), textsSpoken(transcript)];
  const widget = waitingOf(after)?.widget;
  return {
    ...(path.length > 0 && { path }),
    ...(sent.length > 0 && { sent }),
    ...(said.length > 0 && { said }),
    ...(widget !== undefined && { waits: widget }),
    ...(hasEnded(after) && { ended: true }),
  };
}

/** The step of an input that took `passed` milliseconds: time that is skipped ends where a response is needed. */
function stepOf(
  input: Exclude<Input, { kind: 'answer' | 'stop' }>,
  passed: number,
): FlowTest['steps'][number] {
  switch (input.kind) {
    case 'message': {
      const { body, media = [], fields } = input;
      if (media.length === 0 && fields === undefined) return { send: body };
      return {
        send: { body, ...(media.length > 0 && { media: [...media] }), ...(fields && { fields }) },
      };
    }
    case 'press':
      return { press: input.digits };
    case 'say':
      return { say: input.text };
    case 'silence':
    case 'hangup':
      return input.kind;
    case 'event':
      return { event: input.data === undefined ? input.name : { name: input.name, data: input.data } };
    case 'advance':
      return { advance: writeDuration(passed) };
  }
}

function writeStart({ event, clock: _, media, context, ...rest }: SimulationStart): FlowTest['start'] {
  return {
    trigger: event,
    ...rest,
    ...(media !== undefined && media.length > 0 && { media: [...media] }),
    ...(context !== undefined && { context: JSON.parse(JSON.stringify(context)) }),
  };
}

function writeMocks(mocks: Mocks): NonNullable<FlowTest['mocks']> {
  return Object.fromEntries(
    Object.entries(mocks).map(([widget, mock]) => {
      const list = 'length' in mock ? mock.map(writeMock) : [writeMock(mock)];
      const [first] = list;
      return [widget, list.length === 1 && first !== undefined ? first : list];
    }),
  );
}

function writeMock({ delay, ...mock }: Mock) {
  return { ...mock, ...(delay !== undefined && { delay: writeDuration(delay) }) };
}
