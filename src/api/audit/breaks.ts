/** What is not whole in an audit log: how much of it is named, and in several answers as in one. */

/** Breaks that one answer names. */
export const maxBreaks = 100;

/** What an event, or a place in a chain, can be. */
export const chainProblems = {
  changed: 'changed after it was written',
  missing: 'missing',
  unlinked: 'not following the one before',
  added: 'no part of the chain: somebody has added it, or set back the end of the chain',
  end: 'not the one that the end of the chain names',
  cut: 'cut off, as a signed head names it',
  rewritten: 'another one than a signed head names',
  clock: 'dated before a signed head of an event before it: the clock of the server was set back',
} as const;

type Found = { breaks: readonly unknown[]; broken: unknown; further_breaks: number };

/** What was found in two parts of a chain, one after the other. */
export function joined<F extends Found>(one: F | undefined, other: F): F {
  if (one === undefined) return other;
  const breaks = [...one.breaks, ...other.breaks];
  const further = one.further_breaks + other.further_breaks + Math.max(0, breaks.length - maxBreaks);
  return {
    ...{ ...other, broken: one.broken ?? other.broken, breaks: breaks.slice(0, maxBreaks) },
    further_breaks: further,
  };
}
