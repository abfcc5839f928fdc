/** Imports a file as a flow: anything with a list of states, also embedded in another document. */

import type { FlowDefinition } from '../definition.ts';
import { isObject, type JsonObject } from '../json/json.ts';
import { extractDefinition } from './extract-definition.ts';
import { notAFlowMessage, syntaxErrorMessage } from './rejection-message.ts';

/** `name` is the friendly name in the file, `notes` are sentences on how the flow was found in it. */
export type ImportedFlow = { ok: true; definition: FlowDefinition; name: string | null; notes: string[] };
export type RejectedFile = { ok: false; sentence: string };

/** Longest text of a definition in characters: the server rejects more. */
export const maxDefinitionLength = 1_000_000;

/**
 * Reads a definition from the text of a file, or from parsed JSON. The JSON is kept as it is: a draft that does not
 * validate opens too. It may be embedded: in a flow or revision resource of the API, with the definition as object
 * or as text, or in a script or template.
 * Grows: n in widgets.
 */
export function readDefinition(input: unknown): ImportedFlow | RejectedFile {
  if (typeof input !== 'string') return importValue(input, []);
  const text = input.replace(/^\uFEFF/, '');
  if (text.trim() === '') return reject('This file is empty.');
  if (text.length > maxDefinitionLength) {
    const size = (text.length / 1_000_000).toFixed(1);
    return reject(`This file has ${size} million characters; a flow has at most one million.`);
  }
  const value = parseJson(text);
  if (value !== undefined) return importValue(value, []);
  const inside = embeddedJson(text);
  return inside === null
    ? reject(syntaxErrorMessage(text))
    : importValue(inside, ['The flow was taken out of the text around it.']);
}

function importValue(value: unknown, notes: string[]): ImportedFlow | RejectedFile {
  const found = extractDefinition(value);
  if (found === null) return reject(notAFlowMessage(value));
  const malformed = found.definition.states.findIndex((state) => !isObject(state));
  if (malformed !== -1)
    return reject(`Entry ${malformed + 1} of its states is no object, so this is no flow that can be drawn.`);
  if (isLegacyFormat(found.definition.states)) {
    return reject(
      'This is a flow in an older export format, with types such as InitialState. Export it again from where it came, in the current format.',
    );
  }
  const note =
    found.wrapped && notes.length === 0 ? ['The flow was taken out of the resource around it.'] : [];
  // Validation reports what is missing or wrong: the types of a definition allow for that.
  const definition = found.definition as FlowDefinition;
  return { ok: true, definition, name: found.name, notes: [...notes, ...note] };
}

/** Before version 2, types were InitialState, Branch …, and `next` was an identifier FF…. */
function isLegacyFormat(states: readonly unknown[]): boolean {
  return states.some(
    (state) => isObject(state) && (state.type === 'InitialState' || hasIdentifierLink(state)),
  );
}

function hasIdentifierLink({ transitions }: JsonObject): boolean {
  return (
    Array.isArray(transitions) &&
    transitions.some(
      (each) => isObject(each) && typeof each.next === 'string' && /^FF[0-9a-f]{32}$/.test(each.next),
    )
  );
}

/** The JSON object with states inside a script, a template or a page; null when there is none. */
function embeddedJson(text: string): unknown {
  const states = /["']states["']\s*:/.exec(text);
  if (states === null) return null;
  // Outermost first: an inner brace would give only a part of it.
  for (let at = text.indexOf('{'), tries = 0; at !== -1 && at < states.index && tries < 50; tries += 1) {
    const end = closingBrace(text, at);
    const value = end === -1 ? undefined : parseJson(text.slice(at, end + 1));
    if (value !== undefined && extractDefinition(value) !== null) return value;
    at = text.indexOf('{', at + 1);
  }
  return null;
}

/** Index of the brace that closes the one at `from`, -1 when none does; braces in quoted texts do not count. */
function closingBrace(text: string, from: number): number {
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function reject(sentence: string): RejectedFile {
  return { ok: false, sentence };
}
