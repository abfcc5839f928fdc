/**
 * Runs random inputs through the simulator and through a server: steps and context must be equal byte for byte. Only
 * SIDs differ, which are numbered by their first appearance.
 */

import fc from 'fast-check';
import { paths } from '#api/paths.ts';
import { type FlowDefinition, propertiesOf, type State } from '#flow/definition.ts';
import { readDefinition } from '#flow/import-export/read-definition.ts';
import { canonicalType } from '#flow/widgets/widget-types.ts';
import { candidateInputs, candidateStarts } from '#simulator/generate/candidate-inputs.ts';
import { inputSlotsOf } from '#simulator/generate/input-slots.ts';
import type { Mock } from '#simulator/mock.ts';
import { perform } from '#simulator/perform.ts';
import { hasEnded, type Input, type Simulation, type SimulationStart } from '#simulator/simulation.ts';
import { startSimulation } from '#simulator/start.ts';
import { traceOf } from '#simulator/trace.ts';
import { waitingOf } from '#simulator/waiting.ts';
import type { Result } from './check-flow.ts';
import type { ClockedServer } from './clocked-server.ts';
import { ServiceRun } from './service-run.ts';

export const simulationHeads = ['simulated'];

const seed = 20_261_122;
const maxInputs = 25;

/** Contacts are used once, so that no execution is active for two runs. */
let contacts = 0;
let channels = 0;

/** `runs` random scripts on a flow that can run as a whole. */
export async function checkSimulation(text: string, runs: number, server: ClockedServer): Promise<Result> {
  const opened = readDefinition(text);
  if (!opened.ok || opened.definition.states.some(({ type }) => canonicalType(type) === undefined))
    return { cells: ['–'], passed: 0, failures: [] };
  const definition = withReachableAddresses(opened.definition, server.origin);
  const flow = (await server.request(paths.flows, {
    FriendlyName: 'simulated',
    Status: 'published',
    Definition: JSON.stringify(definition),
  })) as { sid: string };
  channels += 1;
  const channel = `+1666${String(channels).padStart(7, '0')}`;
  await server.request(paths.addresses, { FlowSid: flow.sid, Address: channel });
  const scripts = fc.sample(fc.array(fc.nat(), { minLength: maxInputs, maxLength: maxInputs }), {
    numRuns: runs,
    seed,
  });
  const failures: string[] = [];
  for (const script of scripts) {
    const failure = await compare(definition, flow.sid, channel, script, server).catch(String);
    if (failure !== null) failures.push(failure);
  }
  return { cells: [`${runs - failures.length} of ${runs}`], passed: runs - failures.length, failures };
}

/** What differs, null when nothing does. Each number of `script` chooses one of the possible inputs. */
async function compare(
  definition: FlowDefinition,
  flow: string,
  channel: string,
  script: readonly number[],
  server: ClockedServer,
): Promise<string | null> {
  contacts += 1;
  const contact = `+1555${String(contacts).padStart(7, '0')}`;
  const run = simulate(definition, { contact, channel, clock: server.now() }, script);
  if (run === null) return null;
  server.answerWith(contact, responsesOf(run));
  const service = await ServiceRun.start(server, { flow, definition }, run.start);
  let before = run.began;
  for (const { input, after } of run.inputs) {
    await service.perform(input, before, after);
    before = after;
  }
  const { steps, context } = traceOf(before);
  const [simulated, served] = [numbered({ steps, context }), numbered(await service.trace())];
  await service.end();
  if (simulated === served) return null;
  const at = [...simulated].findIndex((letter, index) => letter !== served[index]);
  const around = (text: string) => text.slice(Math.max(0, at - 80), at + 80);
  const inputs = run.inputs.map(({ input }) => JSON.stringify(input)).join(' ');
  return `differs from the service after ${run.start.event} ${inputs}: …${around(simulated)}… is …${around(served)}…`;
}

export type SimulatedRun = {
  start: SimulationStart;
  began: Simulation;
  inputs: { input: Input; after: Simulation }[];
};

/** Null for a way to start that the test carrier does not have. */
function simulate(
  definition: FlowDefinition,
  parties: Pick<SimulationStart, 'contact' | 'channel' | 'clock'>,
  [choice = 0, ...choices]: readonly number[],
): SimulatedRun | null {
  const slots = inputSlotsOf(definition);
  const starts = candidateStarts(definition, slots).filter(({ event }) => event !== 'incomingParent');
  const chosen = starts[choice % starts.length];
  if (chosen === undefined) return null;
  // The test carrier reports no further fields.
  const { fields: _, context: __, ...rest } = chosen;
  const isConversation = chosen.event === 'incomingConversationMessage';
  const start = {
    ...rest,
    ...parties,
    ...(isConversation && { channel: `CH${contacts.toString(16).padStart(32, '0')}` }),
    ...((isConversation || chosen.event === 'incomingMessage') && { body: rest.body || 'hi' }),
  };
  const scenario = { definition };
  const began = startSimulation(scenario, start);
  const inputs: SimulatedRun['inputs'] = [];
  for (const number of choices) {
    const before = inputs.at(-1)?.after ?? began;
    if (hasEnded(before) || waitingOf(before)?.for === 'return') break;
    const candidates = [
      ...candidateInputs(scenario, before, slots).filter((input) => isServed(input, before)),
      ...pauses(before),
    ];
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

/** Inputs that the test carrier has as well. A subflow of these flows is none that the server knows. */
function isServed(input: Input, { missing }: Simulation): boolean {
  if (input.kind === 'message') return input.fields === undefined && input.body.trim() !== '';
  if (input.kind !== 'answer' || missing?.command.kind !== 'start-subflow') return true;
  return (input.mock.status ?? 200) >= 400;
}

function responsesOf({ began, inputs }: SimulatedRun): Map<string, Mock[]> {
  const responses = new Map<string, Mock[]>();
  for (const [index, { input }] of inputs.entries()) {
    const { missing } = index === 0 ? began : (inputs[index - 1]?.after ?? began);
    if (input.kind !== 'answer' || missing === null) continue;
    responses.set(missing.widget, [...(responses.get(missing.widget) ?? []), input.mock]);
  }
  return responses;
}

/** Every request goes to the other system, at the path of its contact and widget. */
function withReachableAddresses(definition: FlowDefinition, origin: string): FlowDefinition {
  const states = definition.states.map((state): State => {
    const type = canonicalType(state.type);
    if (type !== 'make-http-request' && type !== 'run-function' && type !== 'run-function-v2') return state;
    const url = `${origin}/{{contact.channel.address | url_encode}}/${encodeURIComponent(state.name ?? '')}`;
    return { ...state, properties: { ...propertiesOf(state), url, add_twilio_auth: false } };
  });
  return { ...definition, states };
}

/** The JSON with each SID as its number. */
function numbered(value: unknown): string {
  const sids = new Map<string, number>();
  return JSON.stringify(value).replace(/\b[A-Z]{2}[0-9a-f]{32}\b/g, (sid) => {
    const number = sids.get(sid) ?? sids.size + 1;
    sids.set(sid, number);
    return `SID ${number}`;
  });
}
