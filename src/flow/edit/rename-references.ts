/** Renames references to widgets inside templates and leaves all other text alone. */

import type { State, Transition } from '../definition.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { mapPreservingIdentity } from '../json/map-preserving-identity.ts';
import { variableReferences } from '../template/variable-references.ts';
import { mapTransitions } from './definition-access.ts';

/** The two ways in which a template refers to a widget; blanks are allowed between the parts. */
const dotAccess = /^(widgets\s*\.\s*)([^\s.[\]]+)/;
const bracketAccess = /^(widgets\s*\[\s*["'])([^"']+)/;

/** Both ways wherever they stand in a text; after a dot come the characters of a name as the lexer has them. */
const mention = /widgets\s*(?:\.\s*([\w\-?\u0080-\uffff]+)|\[\s*["']([^"']+))/g;

/** `state` with every reference to a widget in its templates renamed by `names`, old to new. */
export function renameReferences(state: State, names: ReadonlyMap<string, string>): State {
  const mentioned = mentionedIn(state);
  if (!mentioned.some((name) => names.has(name))) return state;
  return mapTexts(state, (text) => renameInTemplate(text, names));
}

/** The names that the texts of a state mention. Read once, as a rename looks at all states and changes few. */
const mentions = new WeakMap<State, readonly string[]>();

function mentionedIn(state: State): readonly string[] {
  const known = mentions.get(state);
  if (known !== undefined) return known;
  const names = new Set<string>();
  mapTexts(state, (text) => {
    mentionsOne(text, (name) => {
      names.add(name);
      return false;
    });
    return text;
  });
  const list = [...names];
  mentions.set(state, list);
  return list;
}

/** `change` applied to every text in which a template may be: properties, and conditions of transitions. */
export function mapTexts(state: State, change: (text: string) => string): State {
  const changed = mapTransitions(state, (transition) => mapConditions(transition, change));
  if (changed.properties === undefined) return changed;
  const properties = mapStrings(changed.properties, change);
  return properties === changed.properties ? changed : { ...changed, properties };
}

/** The template with its references to widgets renamed; text outside `{{ }}` and `{% %}` stays. */
export function renameInTemplate(text: string, names: ReadonlyMap<string, string>): string {
  // Most texts have no reference, and most references mean another widget: neither is worth parsing.
  if (!mentionsOne(text, (name) => names.has(name))) return text;
  // Last to first, so that earlier offsets stay valid.
  const references = variableReferences(text).sort((a, b) => b.start - a.start);
  return references.reduce((renamed, { start, end }) => {
    const reference = text.slice(start, end);
    const [, before, name] = dotAccess.exec(reference) ?? bracketAccess.exec(reference) ?? [];
    const newName = names.get(name ?? '');
    if (before === undefined || name === undefined || newName === undefined) return renamed;
    const from = start + before.length;
    return renamed.slice(0, from) + newName + renamed.slice(from + name.length);
  }, text);
}

/** Whether the text mentions a wanted name: asked of each until there is one. */
function mentionsOne(text: string, isWanted: (name: string) => boolean): boolean {
  if (!text.includes('widgets')) return false;
  // Not matchAll, which copies the expression for each text.
  mention.lastIndex = 0;
  for (let found = mention.exec(text); found !== null; found = mention.exec(text))
    if (isWanted(found[1] ?? found[2] ?? '')) return true;
  return false;
}

/** `change` applied to every string inside a JSON value; the same value when none changed. */
export function mapStrings<Value extends Json>(value: Value, change: (text: string) => string): Value;
export function mapStrings(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return mapPreservingIdentity(value, (item) => mapStrings(item, change));
  if (typeof value !== 'object' || value === null) return value;
  let changed: JsonObject | null = null;
  // Not by entries(), which makes an array for each.
  for (const key of Object.keys(value)) {
    const item = value[key] ?? null;
    const now = mapStrings(item, change);
    if (now === item) continue;
    changed ??= { ...value };
    changed[key] = now;
  }
  return changed ?? value;
}

function mapConditions(transition: Transition, change: (text: string) => string): Transition {
  if (!Array.isArray(transition.conditions)) return transition;
  const conditions = mapStrings(transition.conditions, change);
  return conditions === transition.conditions ? transition : { ...transition, conditions };
}
