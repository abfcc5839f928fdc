/** Writes what the widgets of a flow say on a call in each dialect, and reads it as its carrier would. */

import { carrierDialects } from '#api/messaging/dialects.ts';
import { advance } from '#engine/advance.ts';
import type { MarkupVerb } from '#engine/commands/markup-verb.ts';
import type { FlowDefinition, State } from '#flow/definition.ts';
import { readDefinition } from '#flow/import-export/read-definition.ts';
import { canonicalType } from '#flow/widgets/widget-types.ts';
import { dialectOf } from '#server/messaging/dialects/table.ts';
import { standIns } from '#server/messaging/dialects/testing/carriers.ts';
import type { Result } from './check-flow.ts';
import { beginningOf, now, withAddresses } from './walk.ts';
import { onCall } from './walk-signal.ts';

export const dialectHeads = ['documents'];

const callbacks = {
  action: 'https://flows.example/?FlowEvent=action',
  after: 'https://flows.example/?FlowEvent=after',
};

/** The cell counts documents, and those whose verb the dialect does not have. */
export function checkDialects(text: string): Result {
  const opened = readDefinition(text);
  if (!opened.ok) return { cells: ['–'], passed: 0, failures: [] };
  const flow = withAddresses(opened.definition);
  const failures: string[] = [];
  let [read, missing] = [0, 0];
  for (const state of flow.states) {
    const verbs = verbsOf(flow, state);
    for (const name of verbs === null ? [] : carrierDialects) {
      const dialect = dialectOf({ dialect: name });
      if (verbs === null || !verbs.every(dialect.has)) {
        missing += 1;
        continue;
      }
      try {
        const last = standIns[name].read(dialect.writeCall({ do: 'verbs', verbs, callbacks })).at(-1);
        if (last?.kind !== 'go' && last?.kind !== 'hangup') throw new Error('the document leads nowhere');
        read += 1;
      } catch (error) {
        failures.push(`${state.name} in ${name}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }
  return { cells: [`${read} (${missing} without verb)`], passed: read, failures };
}

/** What the widget waits for on a live call; null for nothing. */
function verbsOf(flow: FlowDefinition, state: State): readonly MarkupVerb[] | null {
  const type = canonicalType(state.type);
  if (type === undefined || !onCall.has(type)) return null;
  const beginning = beginningOf(state, { event: '' }, 0);
  if (beginning === null) return null;
  const alone = { ...flow, initial_state: state.name ?? flow.initial_state };
  const { wait } = advance(alone, beginning.execution, beginning.start, now).execution;
  return wait?.for === 'call' ? wait.verbs : null;
}
