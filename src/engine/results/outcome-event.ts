/** By which event a widget is left whose type no public document describes: files differ in their words. */

import { type State, transitionsOf } from '#flow/definition.ts';

const successNames = ['success', 'next', 'created', 'completed', 'done'];
const failureNames = ['failed', 'fail', 'failure', 'error'];

/** The first of `names` that the state has a transition for; where it has none, another word for success; else the last. */
export function successEvent(state: State, ...names: [string, ...string[]]): string {
  return firstListed(state, [...names, ...successNames]) ?? names[names.length - 1] ?? '';
}

/** The word for failure that the state has a transition for, `failed` where it has none. */
export function failureEvent(state: State): string {
  return firstListed(state, failureNames) ?? 'failed';
}

function firstListed(state: State, names: readonly string[]): string | undefined {
  const events = new Set(transitionsOf(state).map(({ event }) => event));
  return names.find((name) => name !== '' && events.has(name));
}
