/** Runs of a flow in the simulator with inputs that numbers choose, to be performed on a server as well. */

import { type FlowDefinition, propertiesOf, type State } from '#flow/definition.ts';
import { canonicalType } from '#flow/widgets/widget-types.ts';
import { candidateInputs, candidateStarts } from '#simulator/generate/candidate-inputs.ts';
import { inputSlotsOf } from '#simulator/generate/input-slots.ts';
import type { Mock } from '#simulator/mock.ts';
import { perform } from '#simulator/perform.ts';
import {
  hasEnded,
  type Input,
  type Scenario,
  type Simulation,
  type SimulationStart,
} from '#simulator/simulation.ts';
import { startSimulation } from '#simulator/start.ts';
import { waitingOf } from '#simulator/waiting.ts';

/** How many numbers a script has, each of which chooses one of the possible inputs. */
export const maxInputs = 25;

/** What the server can do as well. */
export type Served = {
  starts(start: SimulationStart): boolean;
  /** The inputs of `candidates` that it has where the simulation is. */
  inputs(candidates: readonly Input[], before: Simulation): Input[];
};

export type SimulatedRun = {
  start: SimulationStart;
  began: Simulation;
  inputs: { input: Input; after: Simulation }[];
};

/** `conversation` is the SID of the one in which the contact writes, if any. Null where the flow starts in no such way. */
export function simulate(
  scenario: Scenario,
  {
    conversation,
    ...parties
  }: Pick<SimulationStart, 'contact' | 'channel' | 'clock'> & { conversation: string },
  [choice = 0, ...choices]: readonly number[],
  served: Served,
): SimulatedRun | null {
  const { definition } = scenario;
  const slots = inputSlotsOf(definition);
  const starts = candidateStarts(definition, slots).filter(
    (start) => start.event !== 'incomingParent' && served.starts(start),
  );
  const chosen = starts[choice % starts.length];
  if (chosen === undefined) return null;
  // The test carrier reports no further fields.
  const { fields: _, context: __, ...rest } = chosen;
  const isConversation = chosen.event === 'incomingConversationMessage';
  const start = {
    ...rest,
    ...parties,
    ...(isConversation && { channel: conversation }),
    ...((isConversation || chosen.event === 'incomingMessage') && { body: rest.body || 'hi' }),
  };
  const began = startSimulation(scenario, start);
  const inputs: SimulatedRun['inputs'] = [];
  for (const number of choices) {
    const before = inputs.at(-1)?.after ?? began;
    if (hasEnded(before) || waitingOf(before)?.for === 'return') break;
    const inputsHere = candidateInputs(scenario, before, slots).filter((input) => isServed(input, before));
    const candidates = served.inputs([...inputsHere, ...pauses(before)], before);
    const input = candidates[number % candidates.length];
    if (input === undefined) break;
    const performed = perform(scenario, before, input);
    if (!performed.ok) return null;
    inputs.push({ input, after: performed.simulation });
  }
  return { start, began, inputs };
}

/** Times that may pass where nothing is asked: less than most waits, more than them, more than an execution lives. */
function pauses({ missing }: Simulation): Input[] {
  if (missing !== null) return [];
  return [4_000, 90 * 60_000, 40 * 86_400_000].map((ms): Input => ({ kind: 'advance', ms }));
}

/** A server has no further fields of a message, and a subflow of these flows is none that it knows. */
function isServed(input: Input, { missing }: Simulation): boolean {
  if (input.kind === 'message') return input.fields === undefined && input.body.trim() !== '';
  if (input.kind !== 'answer' || missing?.command.kind !== 'start-subflow') return true;
  return (input.mock.status ?? 200) >= 400;
}

/** What other systems answered, by the widget that asked. */
export function responsesOf({ began, inputs }: SimulatedRun): Map<string, Mock[]> {
  const responses = new Map<string, Mock[]>();
  for (const [index, { input }] of inputs.entries()) {
    const { missing } = index === 0 ? began : (inputs[index - 1]?.after ?? began);
    if (input.kind !== 'answer' || missing === null) continue;
    responses.set(missing.widget, [...(responses.get(missing.widget) ?? []), input.mock]);
  }
  return responses;
}

/** Every request goes to the other system, at the path of its contact and widget. */
export function withReachableAddresses(definition: FlowDefinition, origin: string): FlowDefinition {
  const states = definition.states.map((state): State => {
    const type = canonicalType(state.type);
    if (type !== 'make-http-request' && type !== 'run-function' && type !== 'run-function-v2') return state;
    const url = `${origin}/{{contact.channel.address | url_encode}}/${encodeURIComponent(state.name ?? '')}`;
    return { ...state, properties: { ...propertiesOf(state), url, add_twilio_auth: false } };
  });
  return { ...definition, states };
}
