/** Reads YAML that people write by a schema, and says at which line and column it is something else. */

import { type Document, isScalar, LineCounter, type Node, type Pair, parseDocument, visit } from 'yaml';
import { isNestedTooDeeply } from '#flow/work-budget/json-size.ts';
import { schemaErrors } from './schema-errors.ts';

/** `line` and `column` begin with 1. `message` is a full sentence. */
export type YamlError = { line: number; column: number; message: string };

export type YamlPlace = { line: number; column: number };

/** `placeOf` gives where a value begins: keys and indexes from the root. */
export type ReadYaml<Value> =
  | { ok: true; value: Value; placeOf(path: readonly (string | number)[]): YamlPlace }
  | { ok: false; errors: YamlError[] };

export type YamlOptions = {
  /** The subject of an error of the whole: `The test`. */
  name: string;
  /** In characters. */
  maxLength: number;
  /** Whether a number below these nodes stands for a text (`press: 1`, a phone number), and is taken as it is written. */
  isText(ancestors: readonly unknown[]): boolean;
};

/** Errors that are listed of one file. */
const maxErrors = 20;

/**
 * The value in `text`, or what is wrong with it. Only plain data are read: no aliases, which could make a small file large,
 * no tags, one document.
 */
export function readYaml<Value>(text: string, schema: object, options: YamlOptions): ReadYaml<Value> {
  const { name, maxLength } = options;
  if (text.length > maxLength)
    return failed([{ line: 1, column: 1, message: `${name} may have at most ${maxLength / 1024} kB.` }]);
  try {
    return readDocument(text, schema, options);
  } catch (error) {
    // The parser is recursive.
    if (error instanceof RangeError)
      return failed([{ line: 1, column: 1, message: 'The file is nested too deeply.' }]);
    throw error;
  }
}

/** The document as YAML, with its places; what is wrong with it is in its errors and warnings. */
export function parseYaml(text: string, lineCounter = new LineCounter()): Document.Parsed {
  return parseDocument(text, {
    lineCounter,
    schema: 'core',
    customTags: [],
    resolveKnownTags: false,
    merge: false,
    prettyErrors: false,
    stringKeys: true,
  });
}

function readDocument<Value>(text: string, schema: object, { name, isText }: YamlOptions): ReadYaml<Value> {
  const lines = new LineCounter();
  const document = parseYaml(text, lines);
  const at = (offset: number): YamlPlace => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const problems = [...document.errors, ...document.warnings].map(({ pos, message }) => ({
    ...at(pos[0]),
    message: `${message}.`.replace(/\.\.$/, '.'),
  }));
  if (problems.length > 0) return failed(problems);
  const aliases: YamlError[] = [];
  visit(document, {
    Alias: (_, node) => {
      aliases.push({
        ...at(node.range?.[0] ?? 0),
        message: 'Aliases are not allowed.',
      });
      return visit.BREAK;
    },
    Scalar: (_, node, ancestors) => {
      if (typeof node.value === 'number' && node.source !== undefined && isText(ancestors))
        node.value = node.source;
    },
  });
  if (aliases.length > 0) return failed(aliases);
  const value: unknown = document.toJS({ maxAliasCount: 0 });
  if (isNestedTooDeeply(value))
    return failed([{ line: 1, column: 1, message: 'The file is nested too deeply.' }]);
  const errors = schemaErrors(schema, value, name).map(({ path, onKey, message }) => ({
    ...at(offsetOf(document.contents, path, onKey)),
    message,
  }));
  if (errors.length > 0) return failed(errors);
  return {
    ok: true,
    value: value as Value,
    placeOf: (path) => at(offsetOf(document.contents, path, false)),
  };
}

function failed(errors: YamlError[]): { ok: false; errors: YamlError[] } {
  return { ok: false, errors: errors.slice(0, maxErrors) };
}

/** The keys above a node, the outermost first. */
export function keysOf(ancestors: readonly unknown[]): string[] {
  return ancestors.flatMap((each) => {
    const key = isPairLike(each) ? each.key : undefined;
    return isScalar(key) && typeof key.value === 'string' ? [key.value] : [];
  });
}

function isPairLike(value: unknown): value is Pair {
  return typeof value === 'object' && value !== null && 'key' in value && 'value' in value;
}

/** Where the value at `path` begins in the file, or its key; the nearest place around it where it has none. */
function offsetOf(root: unknown, path: readonly (string | number)[], onKey: boolean): number {
  let node = root as Node | null;
  let offset = node?.range?.[0] ?? 0;
  for (const [depth, key] of path.entries()) {
    const items: readonly unknown[] = node !== null && 'items' in node ? (node.items as unknown[]) : [];
    const pair = items.find((item) => isPairLike(item) && isScalar(item.key) && item.key.value === key);
    const item = typeof key === 'number' ? items[key] : pair;
    if (item === undefined) return offset;
    const isKey = onKey && depth === path.length - 1;
    node = (isPairLike(item) ? (isKey ? item.key : item.value) : item) as Node | null;
    offset = node?.range?.[0] ?? (isPairLike(item) ? (item.key as Node).range?.[0] : null) ?? offset;
  }
  return offset;
}
