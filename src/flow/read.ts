/** Opening a file as a flow: whatever has a list of states opens, anything else is told what it is instead. */

import type { FlowDefinition } from './definition.ts';
import { isObject, type JsonObject } from './json.ts';
import { notAFlow, sayFault } from './not-a-flow.ts';
import { unwrap } from './unwrap.ts';

/** `name` is the friendly name that the file gave, `notes` are sentences on what was done to open it. */
export type Opened = { ok: true; definition: FlowDefinition; name: string | null; notes: string[] };
export type Refused = { ok: false; sentence: string };

/** Characters of text that a definition may have: beyond it the server would refuse it. */
export const longestText = 1_000_000;

/**
 * Reads a definition from the text of a file, or from JSON already parsed. The JSON stays as it is, faults
 * included: a draft that does not validate opens too. It may stand inside something else: a flow or revision
 * as the API answers it, with the definition as object or as text, or a script or template around the JSON.
 */
export function readDefinition(input: unknown): Opened | Refused {
  if (typeof input !== 'string') return readValue(input, []);
  const text = input.replace(/^\uFEFF/, '');
  if (text.trim() === '') return refuse('This file is empty.');
  if (text.length > longestText) {
    const size = (text.length / 1_000_000).toFixed(1);
    return refuse(`This file has ${size} million characters; a flow has at most one million.`);
  }
  const value = parse(text);
  if (value !== undefined) return readValue(value, []);
  const inside = jsonInside(text);
  return inside === null
    ? refuse(sayFault(text))
    : readValue(inside, ['The flow was taken out of the text around it.']);
}

function readValue(value: unknown, notes: string[]): Opened | Refused {
  const found = unwrap(value);
  if (found === null) return refuse(notAFlow(value));
  const stray = found.definition.states.findIndex((state) => !isObject(state));
  if (stray !== -1)
    return refuse(`Entry ${stray + 1} of its states is no object, so this is no flow that can be drawn.`);
  if (isFormerFormat(found.definition.states)) {
    return refuse(
      'This is a flow in an older export format, with types such as InitialState. Export it again from where it came, in the current format.',
    );
  }
  const taken =
    found.wrapped && notes.length === 0 ? ['The flow was taken out of the resource around it.'] : [];
  // What is missing or wrong in it is for validation to say: the types of a definition allow for that.
  const definition = found.definition as unknown as FlowDefinition;
  return { ok: true, definition, name: found.name, notes: [...notes, ...taken] };
}

/** Before the current format types were written InitialState, Branch …, and `next` was an identifier FF…. */
function isFormerFormat(states: readonly unknown[]): boolean {
  return states.some(
    (state) => isObject(state) && (state.type === 'InitialState' || leadsToIdentifier(state)),
  );
}

function leadsToIdentifier({ transitions }: JsonObject): boolean {
  return (
    Array.isArray(transitions) &&
    transitions.some(
      (each) => isObject(each) && typeof each.next === 'string' && /^FF[0-9a-f]{32}$/.test(each.next),
    )
  );
}

/** The JSON object with states inside a script, a template or a page; null when there is none. */
function jsonInside(text: string): unknown {
  const states = /["']states["']\s*:/.exec(text);
  if (states === null) return null;
  // Outermost first: an inner brace would open only a part of it.
  for (let at = text.indexOf('{'), tries = 0; at !== -1 && at < states.index && tries < 50; tries += 1) {
    const end = closing(text, at);
    const value = end === -1 ? undefined : parse(text.slice(at, end + 1));
    if (value !== undefined && unwrap(value) !== null) return value;
    at = text.indexOf('{', at + 1);
  }
  return null;
}

/** Index of the brace that closes the one at `from`, -1 when none does; braces in quoted texts do not count. */
function closing(text: string, from: number): number {
  const part = /"(?:[^"\\\n]|\\.)*"|[{}]/g;
  part.lastIndex = from;
  let depth = 0;
  for (let found = part.exec(text); found !== null; found = part.exec(text)) {
    if (found[0] === '{') depth += 1;
    if (found[0] === '}') depth -= 1;
    if (depth === 0) return found.index;
  }
  return -1;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refuse(sentence: string): Refused {
  return { ok: false, sentence };
}
