/**
 * Runs random inputs through the simulator and through a server: steps and context must be equal byte for byte. Only
 * SIDs differ, which are numbered by their first appearance.
 */

import fc from 'fast-check';
import { paths } from '#api/paths.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { readDefinition } from '#flow/import-export/read-definition.ts';
import { canonicalType } from '#flow/widgets/widget-types.ts';
import { traceOf } from '#simulator/trace.ts';
import type { Result } from './check-flow.ts';
import type { ClockedServer } from './clocked-server.ts';
import { ServiceRun } from './service-run.ts';
import { maxInputs, responsesOf, type Served, simulate, withReachableAddresses } from './simulated-run.ts';

export const simulationHeads = ['simulated'];

const seed = 20_261_122;
const everything: Served = { starts: () => true, inputs: (candidates) => [...candidates] };

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
  const run = simulate(
    { definition },
    {
      ...{ contact, channel, clock: server.now() },
      conversation: `CH${contacts.toString(16).padStart(32, '0')}`,
    },
    script,
    everything,
  );
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

/** The JSON with each SID as its number. */
function numbered(value: unknown): string {
  const sids = new Map<string, number>();
  return JSON.stringify(value).replace(/\b[A-Z]{2}[0-9a-f]{32}\b/g, (sid) => {
    const number = sids.get(sid) ?? sids.size + 1;
    sids.set(sid, number);
    return `SID ${number}`;
  });
}
