/** Rewriting the names of widgets inside templates, and nothing else in them. */

import type { State, Transition } from '../definition.ts';
import type { Json } from '../json.ts';
import { references } from '../template.ts';
import { mapKeeping, mapTransitions } from './widget-at.ts';

/** How a reference begins when it reads a widget; blanks are allowed between its parts. */
const dotted = /^(widgets\s*\.\s*)([^\s.[\]]+)/;
const bracketed = /^(widgets\s*\[\s*["'])([^"']+)/;

/** `state` with every mention of a widget in its templates renamed by `names`, from old to new. */
export function renameReferences(state: State, names: ReadonlyMap<string, string>): State {
  const rename = (text: string) => renameInText(text, names);
  const changed = mapTransitions(state, (transition) => inConditions(transition, rename));
  if (changed.properties === undefined) return changed;
  const properties = mapTexts(changed.properties, rename);
  return properties === changed.properties ? changed : { ...changed, properties };
}

/** The template with the widgets that it reads renamed; text outside `{{ }}` and `{% %}` stays. */
export function renameInText(text: string, names: ReadonlyMap<string, string>): string {
  if (!text.includes('widgets')) return text;
  // From the back, so that the places of those before stay right.
  const read = references(text).sort((a, b) => b.start - a.start);
  return read.reduce((renamed, { start, end }) => {
    const own = text.slice(start, end);
    const [, before, name] = dotted.exec(own) ?? bracketed.exec(own) ?? [];
    const fresh = names.get(name ?? '');
    if (before === undefined || name === undefined || fresh === undefined) return renamed;
    const from = start + before.length;
    return renamed.slice(0, from) + fresh + renamed.slice(from + name.length);
  }, text);
}

/** `change` applied to every text inside a JSON value; the same value when no text changed. */
export function mapTexts<Value extends Json>(value: Value, change: (text: string) => string): Value;
export function mapTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return mapKeeping(value, (item) => mapTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, mapTexts(item, change)] as const);
  return entries.every(([key, item]) => item === value[key]) ? value : Object.fromEntries(entries);
}

function inConditions(transition: Transition, change: (text: string) => string): Transition {
  if (!Array.isArray(transition.conditions)) return transition;
  const conditions = mapTexts(transition.conditions, change);
  return conditions === transition.conditions ? transition : { ...transition, conditions };
}
