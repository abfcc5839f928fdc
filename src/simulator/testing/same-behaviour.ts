/** Plays the same random inputs on two ways to write a flow: whether contacts would see any difference. */

import type { FlowDefinition } from '#flow/definition.ts';
import { candidateInputs, candidateStarts } from '../generate/candidate-inputs.ts';
import { inputSlotsOf } from '../generate/input-slots.ts';
import { perform } from '../perform.ts';
import { hasEnded, type Scenario, type Simulation } from '../simulation.ts';
import { startSimulation } from '../start.ts';
import { textsSent, textsSpoken } from '../trace.ts';

/**
 * Both ways of the same run: the steps of the widgets that `widgets` names, what was sent and said, and how it stands.
 * Each number of `script` chooses one of the inputs that are possible in the first way. Null where it cannot start.
 */
export function playBoth(
  first: Scenario,
  second: Scenario,
  widgets: ReadonlySet<string>,
  [choice = 0, ...choices]: readonly number[],
): { first: Seen; second: Seen; inputs: number } | null {
  const slots = inputSlotsOf(whole(first));
  const starts = candidateStarts(first.definition, slots).filter(({ event }) => event !== 'incomingParent');
  const start = starts[choice % starts.length];
  if (start === undefined) return null;
  let [one, other] = [startSimulation(first, start), startSimulation(second, start)];
  let inputs = 0;
  for (const number of choices) {
    if (hasEnded(one)) break;
    const candidates = candidateInputs(first, one, slots);
    const input = candidates[number % candidates.length];
    if (input === undefined) break;
    const [here, there] = [perform(first, one, input), perform(second, other, input)];
    if (!here.ok) break;
    inputs += 1;
    one = here.simulation;
    if (there.ok) other = there.simulation;
  }
  return { first: seenOf(one, widgets), second: seenOf(other, widgets), inputs };
}

type Seen = { steps: string[]; texts: string[]; requests: unknown[]; ended: boolean };

function seenOf(simulation: Simulation, widgets: ReadonlySet<string>): Seen {
  const { steps, transcript } = simulation;
  return {
    steps: steps
      .filter(({ transitioned_from, name }) => widgets.has(transitioned_from) && name !== 'incomingParent')
      .map(({ name, transitioned_from }) => `${transitioned_from} ${name}`),
    texts: [...textsSent(transcript), ...textsSpoken(transcript)],
    requests: transcript.flatMap((entry) => (entry.kind === 'requested' ? [entry.request] : [])),
    ended: hasEnded(simulation),
  };
}

/** A flow and its subflows as one, for the texts that make a difference somewhere. */
function whole({ definition, subflows = {} }: Scenario): FlowDefinition {
  return { ...definition, states: [definition, ...Object.values(subflows)].flatMap(({ states }) => states) };
}
