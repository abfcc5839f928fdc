/** Finds the definition inside a wrapper: an API resource, the output of a tool, JSON text inside JSON. */

import { isObject, type Json, type JsonObject } from '../json/json.ts';

type ExtractedDefinition = {
  definition: JsonObject & { states: Json[] };
  name: string | null;
  wrapped: boolean;
};

const nameKeys = ['friendly_name', 'friendlyName', 'FriendlyName'];

/** Levels of nesting that are searched for a definition. */
const maxDepth = 6;

/**
 * The outermost object with a list of states (breadth-first), and the friendly name on the path to it. The value
 * itself is accepted whatever its states are; nested ones must look like those of a flow. Null when there is none.
 */
export function extractDefinition(value: unknown): ExtractedDefinition | null {
  if (hasStates(value)) return { definition: value, name: null, wrapped: false };
  let level: { value: unknown; name: string | null }[] = [{ value, name: null }];
  for (let depth = 0; depth < maxDepth && level.length > 0; depth += 1) {
    level = level.flatMap((each) =>
      nestedValues(each.value).map((item) => ({ value: item, name: nameIn(each.value) ?? each.name })),
    );
    for (const each of level) {
      if (hasStates(each.value) && looksLikeFlow(each.value)) {
        return { definition: each.value, name: each.name, wrapped: true };
      }
    }
  }
  return null;
}

function nestedValues(value: unknown): unknown[] {
  if (typeof value === 'string') return value.includes('states') ? [parse(value)] : [];
  return isObject(value) || Array.isArray(value) ? Object.values(value) : [];
}

function hasStates(value: unknown): value is JsonObject & { states: Json[] } {
  return isObject(value) && Array.isArray(value.states);
}

function looksLikeFlow({ states, initial_state }: JsonObject & { states: Json[] }): boolean {
  return (
    typeof initial_state === 'string' ||
    states.some((state) => isObject(state) && Array.isArray(state.transitions))
  );
}

function nameIn(value: unknown): string | null {
  if (!isObject(value)) return null;
  const name = nameKeys
    .map((key) => value[key])
    .find((each) => typeof each === 'string' && each.trim() !== '');
  return typeof name === 'string' ? name : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return null;
  }
}
