/** Reads a flow test from its YAML, and says where it is no test. */

import { maxTestLength } from './limits.ts';
import { keysOf, readYaml, type YamlError } from './read-yaml.ts';
import { type FlowTest, flowTestSchema } from './schema.ts';

export type TestFileError = YamlError;

export type ParsedFlowTest = { ok: true; test: FlowTest } | { ok: false; errors: TestFileError[] };

/**
 * The test in `text`, or what is wrong with it. A number that stands for a text (`press: 1`, a phone number) is taken as it
 * is written.
 */
export function parseFlowTest(text: string): ParsedFlowTest {
  const read = readYaml<FlowTest>(text, flowTestSchema, {
    name: 'The test',
    maxLength: maxTestLength,
    isText,
  });
  if (!read.ok) return read;
  const clock = clockError(read.value);
  if (clock !== null) return { ok: false, errors: [{ ...read.placeOf(['clock']), message: clock }] };
  return { ok: true, test: read.value };
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
  const keys = keysOf(ancestors);
  return textKeys.has(keys.at(-1) ?? '') && !keys.some((key) => dataKeys.has(key));
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
