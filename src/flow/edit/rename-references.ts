/** Rewriting the names of widgets inside templates, and nothing else in them. */

import type { State, Transition } from '../definition.ts';
import type { Json } from '../json/json.ts';
import { variableReferences } from '../template/template.ts';
import { mapPreservingIdentity, mapTransitions } from './definition-access.ts';

/** How a reference begins when it reads a widget; blanks are allowed between its parts. */
const dotAccess = /^(widgets\s*\.\s*)([^\s.[\]]+)/;
const bracketAccess = /^(widgets\s*\[\s*["'])([^"']+)/;

/** `state` with every mention of a widget in its templates renamed by `names`, from old to new. */
export function renameReferences(state: State, names: ReadonlyMap<string, string>): State {
  const rename = (text: string) => renameInTemplate(text, names);
  const changed = mapTransitions(state, (transition) => mapConditions(transition, rename));
  if (changed.properties === undefined) return changed;
  const properties = mapStrings(changed.properties, rename);
  return properties === changed.properties ? changed : { ...changed, properties };
}

/** The template with the widgets that it reads renamed; text outside `{{ }}` and `{% %}` stays. */
export function renameInTemplate(text: string, names: ReadonlyMap<string, string>): string {
  if (!text.includes('widgets')) return text;
  // From the back, so that the places of those before stay right.
  const read = variableReferences(text).sort((a, b) => b.start - a.start);
  return read.reduce((renamed, { start, end }) => {
    const own = text.slice(start, end);
    const [, before, name] = dotAccess.exec(own) ?? bracketAccess.exec(own) ?? [];
    const fresh = names.get(name ?? '');
    if (before === undefined || name === undefined || fresh === undefined) return renamed;
    const from = start + before.length;
    return renamed.slice(0, from) + fresh + renamed.slice(from + name.length);
  }, text);
}

/** `change` applied to every text inside a JSON value; the same value when no text changed. */
export function mapStrings<Value extends Json>(value: Value, change: (text: string) => string): Value;
export function mapStrings(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return mapPreservingIdentity(value, (item) => mapStrings(item, change));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, mapStrings(item, change)] as const);
  return entries.every(([key, item]) => item === value[key]) ? value : Object.fromEntries(entries);
}

function mapConditions(transition: Transition, change: (text: string) => string): Transition {
  if (!Array.isArray(transition.conditions)) return transition;
  const conditions = mapStrings(transition.conditions, change);
  return conditions === transition.conditions ? transition : { ...transition, conditions };
}
