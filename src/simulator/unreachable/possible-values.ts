/**
 * What variables can be at one place of a flow: the values that widgets before it set, and what conditions on the way
 * said of texts. A variable or text without an entry can be anything. Values are never changed in place.
 */

import type { Json, JsonObject } from '#flow/json/json.ts';
import { parseTemplate, renderTemplate } from '#flow/template/template.ts';
import { hasTemplate, variableReferences } from '#flow/template/variable-references.ts';
import { LimitExceeded } from '#flow/work-budget/work-budget.ts';
import {
  type Comparison,
  type Facts,
  holdsFor,
  isMoment,
  withFact,
  withSameFact,
} from './condition-facts.ts';

/** The values that a variable can have; undefined is among them while it may not be set. */
type Values = readonly (Json | undefined)[];

/** `values` are by the path of the variable, `facts` by template: one of the alternatives is true of its text. */
export type Possible = { values: ReadonlyMap<string, Values>; facts: ReadonlyMap<string, readonly Facts[]> };

/** Values of one variable, and alternatives of one text, beyond which it counts as anything. */
const maxValues = 40;

/** Combinations of values for which a template is rendered. */
const maxRenderings = 64;

/** A literal for each branch of one `if`, whatever it tests. */
const eitherText = /^\s*\{%\s*if\s[^%]*%\}([^{]*)\{%\s*else\s*%\}([^{]*)\{%\s*endif\s*%\}\s*$/;

/** The keys of a path. Null where a key is read from another variable. */
export function keysOf(path: string): string[] | null {
  const plain = path.replace(
    /\[(?:(\d+)|"([^"]*)"|'([^']*)')\]/g,
    (_, index, one, other) => `.${index ?? one ?? other}`,
  );
  return plain.includes('[') ? null : plain.split('.');
}

/** The texts that a template can render to; null where it can be any. */
export function possibleTexts(template: string, possible: Possible): string[] | null {
  if (!hasTemplate(template)) return [template];
  const literals = eitherText.exec(template)?.slice(1) ?? null;
  try {
    return renderings(template, possible)?.map(({ text }) => text) ?? literals;
  } catch (failure) {
    if (failure instanceof LimitExceeded) return null;
    throw failure;
  }
}

/** What is possible where the comparison of a template's text holds, or where it does not; null where that cannot be. */
export function assuming(
  possible: Possible,
  template: string,
  comparison: Comparison,
  held: boolean,
): Possible | null {
  // A day depends on the time zone of the server.
  if (isMoment(comparison.type)) return possible;
  try {
    return compared(possible, template, comparison, held);
  } catch (failure) {
    if (failure instanceof LimitExceeded) return possible;
    throw failure;
  }
}

function compared(
  possible: Possible,
  template: string,
  comparison: Comparison,
  held: boolean,
): Possible | null {
  const [value, ...others] = possibleTexts(comparison.value, possible) ?? [];
  if (value === undefined || others.length > 0) return withComparison(possible, template, comparison, held);
  const exact = { ...comparison, value };
  const rendered = hasTemplate(template) ? renderings(template, possible) : [{ text: template, inputs: [] }];
  if (rendered !== null) {
    const left = rendered.filter(({ text }) => holdsFor(text, exact) === held);
    if (left.length === 0) return null;
    const paths = pathsIn(template);
    const [path] = paths;
    if (path === undefined || paths.length > 1) return possible;
    return {
      ...possible,
      values: new Map(possible.values).set(
        path,
        left.map(({ inputs }) => inputs[0]),
      ),
    };
  }
  if (!isSteady(template)) return possible;
  const alternatives = (possible.facts.get(template) ?? [new Map()]).flatMap(
    (facts) => withFact(facts, exact, held) ?? [],
  );
  if (alternatives.length === 0) return null;
  return { ...possible, facts: new Map(possible.facts).set(template, alternatives) };
}

/** The same where it is compared with another variable: all that is known is that it can only hold or not hold. */
function withComparison(
  possible: Possible,
  template: string,
  comparison: Comparison,
  held: boolean,
): Possible | null {
  const both = `${template} ${comparison.value}`;
  if (!isSteady(both)) return possible;
  const alternatives = (possible.facts.get(both) ?? [new Map()]).flatMap(
    (facts) => withSameFact(facts, comparison, held) ?? [],
  );
  return alternatives.length === 0
    ? null
    : { ...possible, facts: new Map(possible.facts).set(both, alternatives) };
}

/** What is possible once variables below `keys` were set: to one of `values`, or to anything (null). */
export function afterSetting(possible: Possible, keys: readonly string[], values: Values | null): Possible {
  const set = keys.join('.');
  const isBelow = (path: string) => {
    if (path.includes('[')) {
      const read = keysOf(path);
      return read === null || read.every((key, index) => index >= keys.length || key === keys[index]);
    }
    return path === set || path.startsWith(`${set}.`) || set.startsWith(`${path}.`);
  };
  const known = new Map(possible.values);
  for (const path of known.keys()) if (isBelow(path)) known.delete(path);
  const facts = new Map(possible.facts);
  for (const template of facts.keys()) if (pathsIn(template).some(isBelow)) facts.delete(template);
  if (values !== null && values.length <= maxValues) known.set(set, values);
  return { values: known, facts };
}

/** What is possible at a place that both ways lead to; the first itself where the second brings nothing new. */
export function either(first: Possible, second: Possible): Possible {
  const values = joined(first.values, second.values, (value) => JSON.stringify(value) ?? '');
  const facts = joined(first.facts, second.facts, (each) => JSON.stringify([...each.values()]));
  return values === first.values && facts === first.facts ? first : { values, facts };
}

/** Entries of both, with the items of both; the first map itself where nothing is new. */
function joined<T>(
  first: ReadonlyMap<string, readonly T[]>,
  second: ReadonlyMap<string, readonly T[]>,
  keyOf: (item: T) => string,
): ReadonlyMap<string, readonly T[]> {
  const both = new Map<string, readonly T[]>();
  let isSame = true;
  for (const [name, items] of first) {
    const all = union(items, second.get(name), keyOf);
    if (all !== items) isSame = false;
    if (all !== null) both.set(name, all);
  }
  return isSame ? first : both;
}

/** The list itself where the other has nothing new; null where it can be anything. */
function union<T>(
  one: readonly T[],
  other: readonly T[] | undefined,
  keyOf: (item: T) => string,
): readonly T[] | null {
  if (other === undefined) return null;
  if (one === other) return one;
  const keys = new Set(one.map(keyOf));
  const added = other.filter((item) => !keys.has(keyOf(item)));
  if (added.length === 0) return one;
  return one.length + added.length > maxValues ? null : [...one, ...added];
}

/** The texts of a template for all values of what it reads, with those values; null where one can be anything. */
function renderings(template: string, { values }: Possible): { text: string; inputs: Values }[] | null {
  if (readsClock(template)) return null;
  const paths = pathsIn(template);
  let products: (Json | undefined)[][] = [[]];
  for (const path of paths) {
    const known = values.get(path);
    if (known === undefined || products.length * known.length > maxRenderings) return null;
    products = products.flatMap((product) => known.map((value) => [...product, value]));
  }
  const parsed = parseTemplate(template);
  return products.map((inputs) => {
    const context: JsonObject = {};
    for (const [index, path] of paths.entries()) put(context, keysOf(path) ?? [], inputs[index]);
    return { text: renderTemplate(parsed, context, { now: 0, timeZone: 'UTC' }).text, inputs };
  });
}

function pathsIn(template: string): string[] {
  return [...new Set(variableReferences(template).map(({ path }) => path))];
}

function readsClock(template: string): boolean {
  return /\bdate\b|\bnow\b|\btoday\b/.test(template);
}

/** Whether a template renders to the same text until a variable is set that it names. */
function isSteady(template: string): boolean {
  return !readsClock(template) && pathsIn(template).every((path) => keysOf(path) !== null);
}

function put(object: JsonObject, [key = '', ...rest]: readonly string[], value: Json | undefined): void {
  if (value === undefined) return;
  const inner = object[key];
  const next = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? inner : {};
  object[key] = rest.length === 0 ? value : next;
  if (rest.length > 0) put(next, rest, value);
}
