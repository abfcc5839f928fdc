/** Rewriting the names of widgets inside templates, and nothing else in them. */

import type { State, Transition } from '../definition.ts';
import type { Json } from '../json.ts';
import { mapKeeping, mapTransitions } from './widget-at.ts';

/** What is written out as it stands, then the two forms in which a template computes. */
const spans = /\{%-?\s*(raw|comment)\s*-?%\}[\s\S]*?\{%-?\s*end\1\s*-?%\}|\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g;

/**
 * `widgets.NAME` and `widgets["NAME"]`, or a quoted text, which is skipped. Quotes may be escaped: templates
 * often stand inside JSON text.
 */
const mention =
  /(?<![\w.-])widgets(?:(\s*\.\s*)([\p{L}\p{N}\p{M}_-]+)|(\s*\[\s*\\?["'])([^"'\\]*)(\\?["']\s*\]))|"[^"]*"|'[^']*'/gu;

/** `state` with every mention of a widget in its templates renamed by `names`, from old to new. */
export function renameReferences(state: State, names: ReadonlyMap<string, string>): State {
  const rename = (text: string) => renameInText(text, names);
  const changed = mapTransitions(state, (transition) => inConditions(transition, rename));
  if (changed.properties === undefined) return changed;
  const properties = mapTexts(changed.properties, rename);
  return properties === changed.properties ? changed : { ...changed, properties };
}

/** The template with the widgets that it mentions renamed; text outside `{{ }}` and `{% %}` stays. */
export function renameInText(text: string, names: ReadonlyMap<string, string>): string {
  if (!text.includes('widgets')) return text;
  return text.replace(spans, (span, verbatim: string | undefined) => {
    if (verbatim !== undefined) return span;
    return span.replace(
      mention,
      (whole: string, dot?: string, plain?: string, open?: string, quoted?: string, close?: string) => {
        const name = names.get(plain ?? quoted ?? '');
        if (name === undefined) return whole;
        return dot === undefined ? `widgets${open}${name}${close}` : `widgets${dot}${name}`;
      },
    );
  });
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
