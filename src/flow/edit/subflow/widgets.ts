/** The widgets that carry values across a subflow's border. */

import type { Point, State } from '../../definition.ts';
import { newCondition } from '../branches.ts';

/** An entry of a key-value list. Text as it is, or JSON, which keeps numbers, lists and objects what they are. */
export type Entry = { key: string; value: string; type: 'string' | 'json_object' };

/** An entry that hands on the value of a variable. */
export function entryOf(key: string, path: string, isText: boolean): Entry {
  return isText
    ? { key, value: `{{${path}}}`, type: 'string' }
    : { key, value: `{{${path} | to_json}}`, type: 'json_object' };
}

/** A widget that sets variables and goes on to `next`; null ends the path. */
export function setVariables(name: string, at: Point, variables: Entry[], next: string | null): State {
  const transition = next === null ? { event: 'next' } : { event: 'next', next };
  return {
    name,
    type: 'set-variables',
    transitions: [transition],
    properties: { offset: { ...at }, variables },
  };
}

/** A split with a branch for each target; another value ends the path. */
export function splitByTarget(
  name: string,
  at: Point,
  input: string,
  exits: readonly { target: string; value: string }[],
): State {
  const split: State = {
    name,
    type: 'split-based-on',
    transitions: [{ event: 'noMatch' }],
    properties: { offset: { ...at }, input },
  };
  const branches = exits.map(({ target, value }) => ({
    event: 'match',
    conditions: [newCondition(split, 'equal_to', value)],
    next: target,
  }));
  return { ...split, transitions: [{ event: 'noMatch' }, ...branches] };
}
