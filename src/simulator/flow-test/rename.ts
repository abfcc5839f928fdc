/** Renames widgets in the file of a flow test. All else in the file stays as it was written. */

import { isMap, isScalar, isSeq, type Node, type Scalar, stringify } from 'yaml';
import { maxTestLength } from './limits.ts';
import { parseYaml } from './read-yaml.ts';

/** Where a test names a widget: the scalar, and the name in it with what stands before and after. */
type Place = { scalar: Scalar<string>; before: string; name: string; after: string };

/** A path of a variable that a widget has. */
const widgetPath = /^(widgets(?:\.|\[["']?))([^.[\]"']+)(.*)$/s;

/** The names of widgets in the test, without repetition; none for a text that is no YAML. */
export function widgetsOfFlowTest(text: string): Set<string> {
  return new Set(placesOf(text).map(({ name }) => name));
}

/** The test with its widgets renamed, `names` from old to new. */
export function renameInFlowTest(text: string, names: ReadonlyMap<string, string>): string {
  if (names.size === 0) return text;
  // Last to first, so that earlier offsets stay valid.
  const places = placesOf(text).toSorted((one, other) => startOf(other) - startOf(one));
  return places.reduce((renamed, place) => {
    const name = names.get(place.name);
    const [start, end] = place.scalar.range ?? [0, 0];
    if (name === undefined) return renamed;
    return renamed.slice(0, start) + written(place, name) + renamed.slice(end);
  }, text);
}

const startOf = ({ scalar }: Place) => scalar.range?.[0] ?? 0;

function written({ scalar, before, after }: Place, name: string): string {
  const value = before + name + after;
  if (scalar.type === 'QUOTE_SINGLE' || scalar.type === 'QUOTE_DOUBLE')
    return stringify(value, { defaultStringType: scalar.type, lineWidth: 0 }).trim();
  return stringify(value, { lineWidth: 0 }).trim();
}

function placesOf(text: string): Place[] {
  if (text.length > maxTestLength) return [];
  try {
    const { contents, errors } = parseYaml(text);
    if (errors.length > 0) return [];
    const steps = childOf(contents, 'steps');
    const start = childOf(contents, 'start');
    return [
      ...nameIn(childOf(start, 'widget')),
      ...keysOf(childOf(childOf(start, 'context'), 'widgets')).flatMap(nameIn),
      ...keysOf(childOf(contents, 'mocks')).flatMap(nameIn),
      ...itemsOf(steps).flatMap((step) => {
        const expected = childOf(step, 'expect');
        return [
          ...nameIn(childOf(expected, 'waits')),
          ...itemsOf(childOf(expected, 'path')).flatMap(nameIn),
          ...keysOf(childOf(expected, 'variables')).flatMap(pathIn),
        ];
      }),
    ];
  } catch (error) {
    // The parser is recursive.
    if (error instanceof RangeError) return [];
    throw error;
  }
}

function childOf(node: unknown, key: string): unknown {
  if (!isMap(node)) return undefined;
  return node.items.find((pair) => isScalar(pair.key) && pair.key.value === key)?.value;
}

function keysOf(node: unknown): unknown[] {
  return isMap(node) ? node.items.map(({ key }) => key) : [];
}

function itemsOf(node: unknown): readonly unknown[] {
  return isSeq(node) ? (node.items as Node[]) : [];
}

function nameIn(node: unknown): Place[] {
  return isText(node) ? [{ scalar: node, before: '', name: node.value, after: '' }] : [];
}

function pathIn(node: unknown): Place[] {
  const [, before, name, after] = (isText(node) && widgetPath.exec(node.value)) || [];
  return isText(node) && before !== undefined && name !== undefined && after !== undefined
    ? [{ scalar: node, before, name, after }]
    : [];
}

const isText = (node: unknown): node is Scalar<string> => isScalar(node) && typeof node.value === 'string';
