/** Reads a flow test from its YAML, and says where it is no test. */

import { type Document, isScalar, LineCounter, type Node, type Pair, parseDocument, visit } from 'yaml';
import { isNestedTooDeeply } from '#flow/work-budget/json-size.ts';
import { maxTestLength } from './limits.ts';
import { type FlowTest, flowTestSchema } from './schema.ts';
import { schemaErrors } from './schema-errors.ts';

/** `line` and `column` begin with 1. `message` is a full sentence. */
export type TestFileError = { line: number; column: number; message: string };

export type ParsedFlowTest = { ok: true; test: FlowTest } | { ok: false; errors: TestFileError[] };

/** Errors that are listed of one file. */
const maxErrors = 20;

/**
 * The test in `text`, or what is wrong with it. Only plain data are read: no aliases, which could make a small file
 * large, no tags, one document. A number that stands for a text (`press: 1`, a phone number) is taken as it is written.
 */
export function parseFlowTest(text: string): ParsedFlowTest {
  if (text.length > maxTestLength)
    return failed([{ line: 1, column: 1, message: `A test may have ${maxTestLength / 1024} kB.` }]);
  try {
    return readDocument(text);
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

function readDocument(text: string): ParsedFlowTest {
  const lines = new LineCounter();
  const document = parseYaml(text, lines);
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const problems = [...document.errors, ...document.warnings].map(({ pos, message }) => ({
    ...at(pos[0]),
    message: `${message}.`.replace(/\.\.$/, '.'),
  }));
  if (problems.length > 0) return failed(problems);
  const aliases: TestFileError[] = [];
  visit(document, {
    Alias: (_, node) => {
      aliases.push({ ...at(node.range?.[0] ?? 0), message: 'Aliases are not allowed in a test.' });
      return visit.BREAK;
    },
    Scalar: (_, node, ancestors) => {
      if (typeof node.value === 'number' && node.source !== undefined && isText(ancestors))
        node.value = node.source;
    },
  });
  if (aliases.length > 0) return failed(aliases);
  const value: unknown = document.toJS({ maxAliasCount: 0 });
  if (isNestedTooDeeply(value as FlowTest))
    return failed([{ line: 1, column: 1, message: 'The file is nested too deeply.' }]);
  const errors = schemaErrors(flowTestSchema, value).map(({ path, onKey, message }) => ({
    ...at(offsetOf(document.contents, path, onKey)),
    message,
  }));
  if (errors.length > 0) return failed(errors);
  const clock = clockError(value as FlowTest);
  if (clock !== null)
    return failed([{ ...at(offsetOf(document.contents, ['clock'], false)), message: clock }]);
  return { ok: true, test: value as FlowTest };
}

function failed(errors: TestFileError[]): ParsedFlowTest {
  return { ok: false, errors: errors.slice(0, maxErrors) };
}

/** Keys whose value, or whose list's values, are text. */
const textKeys = new Set([
  ...[
    'contact',
    'channel',
    'body',
    'send',
    'press',
    'say',
    'waits',
    'sent',
    'said',
    'path',
    'name',
    'widget',
  ],
]);

/** Within data and parameters numbers stay numbers: only keys of the format are looked at. */
const dataKeys = new Set(['parameters', 'fields', 'context', 'mocks', 'data', 'variables']);

function isText(ancestors: readonly unknown[]): boolean {
  const keys = ancestors.flatMap((each) => {
    const key = isPairLike(each) ? each.key : undefined;
    return isScalar(key) && typeof key.value === 'string' ? [key.value] : [];
  });
  return textKeys.has(keys.at(-1) ?? '') && !keys.some((key) => dataKeys.has(key));
}

function isPairLike(value: unknown): value is Pair {
  return typeof value === 'object' && value !== null && 'key' in value && 'value' in value;
}

function clockError({ clock, time_zone: zone }: FlowTest): string | null {
  if (clock !== undefined && (!/T.*(Z|[+-]\d\d:?\d\d)$/.test(clock) || Number.isNaN(Date.parse(clock))))
    return `"${clock}" is no time in ISO 8601 with a time zone, such as 2026-03-01T09:00:00Z.`;
  if (zone === undefined) return null;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return null;
  } catch {
    return `"${zone}" is not the name of a time zone, such as Europe/Paris.`;
  }
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
