/** The trace of a run: what the server's REST API would show of the execution. */

import type { Context } from '#engine/execution.ts';
import type { Simulation, TranscriptEntry } from './simulation.ts';

/** `steps` are the execution's own, those of a subflow not among them; `sent` are the texts of all messages. */
export type Trace = {
  steps: { event: string; from: string; to: string }[];
  sent: string[];
  context: Context;
};

export function traceOf({ steps, transcript, flow }: Simulation): Trace {
  return {
    steps: steps
      .filter(({ role }) => role === 'flow')
      .map(({ name, transitioned_from: from, transitioned_to: to }) => ({ event: name, from, to })),
    sent: textsSent(transcript),
    context: flow.execution.context,
  };
}

/** The texts of the messages among these entries; those that failed count as well. */
export function textsSent(transcript: readonly TranscriptEntry[]): string[] {
  return transcript.flatMap((entry) => (entry.kind === 'sent' ? [entry.body] : []));
}

/** What was said and played on calls among these entries. */
export function textsSpoken(transcript: readonly TranscriptEntry[]): string[] {
  return transcript.flatMap((entry) =>
    entry.kind === 'spoken' ? [entry.text] : entry.kind === 'played' ? [entry.url] : [],
  );
}
