/** Chooses the event by which a widget of an undocumented type is left: files name its events differently. */

import { type State, transitionsOf } from '#flow/definition.ts';

const successNames = ['success', 'next', 'created', 'completed', 'done'];
const failureNames = ['failed', 'fail', 'failure', 'error'];

/** The first of `names` with a transition in the state, then any other name for success, else the last of `names`. */
export function successEvent(state: State, ...names: [string, ...string[]]): string {
  return firstListed(state, [...names, ...successNames]) ?? names[names.length - 1] ?? '';
}

/** The name for failure with a transition in the state, else `failed`. */
export function failureEvent(state: State): string {
  return firstListed(state, failureNames) ?? 'failed';
}

function firstListed(state: State, names: readonly string[]): string | undefined {
  const events = new Set(transitionsOf(state).map(({ event }) => event));
  return names.find((name) => name !== '' && events.has(name));
}
