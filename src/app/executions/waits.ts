/** Where an execution stood still for long between two steps. Pure. */

/** Shorter ones are not worth a word: people answer within that time. */
const minWaitMs = 30_000;

/** The length in ms of the wait before the step at `index`; null for none, and for a short one. */
export function waitBefore(steps: readonly { date_created: string }[], index: number): number | null {
  const [before, step] = [steps[index - 1], steps[index]];
  if (before === undefined || step === undefined) return null;
  const ms = Date.parse(step.date_created) - Date.parse(before.date_created);
  return ms >= minWaitMs ? ms : null;
}
