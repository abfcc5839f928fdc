/** By which event a widget is left whose type no public document describes: files differ in their words. */

import { type State, transitionsOf } from '#flow/definition.ts';

const goodWords = ['success', 'next', 'created', 'completed', 'done'];
const badWords = ['failed', 'fail', 'failure', 'error'];

/** The first of `names` that the state has a transition for; where it has none, another word for success; else the last. */
export function successOf(state: State, ...names: [string, ...string[]]): string {
  return listed(state, [...names, ...goodWords]) ?? names[names.length - 1] ?? '';
}

/** The word for failure that the state has a transition for, `failed` where it has none. */
export function failureOf(state: State): string {
  return listed(state, badWords) ?? 'failed';
}

function listed(state: State, names: readonly string[]): string | undefined {
  const events = new Set(transitionsOf(state).map(({ event }) => event));
  return names.find((name) => name !== '' && events.has(name));
}
