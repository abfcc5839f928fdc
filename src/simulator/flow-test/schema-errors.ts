/**
 * What a value has that its schema does not allow, for the person who wrote the file. Of alternatives only the one that
 * the value looks like is reported.
 */

import { isObject } from '#flow/json/json.ts';

/** `path` are the keys from the root; `onKey` is true where the key itself is wrong. `message` is a full sentence. */
export type SchemaError = { path: readonly (string | number)[]; onKey: boolean; message: string };

/** The part of JSON Schema that the format of flow tests uses. */
type Schema = {
  type?: string;
  enum?: readonly unknown[];
  const?: unknown;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  minProperties?: number;
  maxProperties?: number;
  required?: readonly string[];
  properties?: Readonly<Record<string, Schema>>;
  patternProperties?: Readonly<Record<string, Schema>>;
  additionalProperties?: boolean;
  items?: Schema;
  anyOf?: readonly Schema[];
};

type Path = readonly (string | number)[];

/** The errors of `value`; [] when it conforms. `name` is the subject of an error of the whole: `The test`. */
export function schemaErrors(schema: object, value: unknown, name: string): SchemaError[] {
  return errorsAt(schema, value, []).map(({ path, message, ...more }) => {
    const subject = path.length === 0 && !more.onKey ? `${name} ` : '';
    return { path, ...more, message: subject + message };
  });
}

function errorsAt(schema: object, value: unknown, path: Path): SchemaError[] {
  const { anyOf, ...own } = schema as Schema;
  if (anyOf !== undefined) return errorsAt(alternativeFor(anyOf, value), value, path);
  if (own.type !== undefined && !hasType(own.type, value))
    return [error(path, `must be ${nameOfType(own.type)}, not ${describe(value)}`)];
  if (own.const !== undefined && value !== own.const) return [error(path, `must be ${own.const}`)];
  if (own.enum !== undefined && !own.enum.includes(value))
    return [error(path, `must be one of ${own.enum.join(', ')}, not ${describe(value)}`)];
  if (typeof value === 'string') return textErrors(own, value, path);
  if (typeof value === 'number') return numberErrors(own, value, path);
  if (Array.isArray(value)) return listErrors(own, value, path);
  return isObject(value) ? objectErrors(own, value, path) : [];
}

function alternativeFor(alternatives: readonly Schema[], value: unknown): Schema {
  const fitting = alternatives.find(({ type, enum: choices, const: constant }) => {
    if (constant !== undefined) return constant === value;
    if (choices !== undefined) return typeof value === typeof choices[0];
    return type === undefined || hasType(type, value);
  });
  return fitting ?? alternatives[0] ?? {};
}

function textErrors({ pattern }: Schema, value: string, path: Path): SchemaError[] {
  if (pattern === undefined || new RegExp(pattern, 'u').test(value)) return [];
  return [error(path, `must be a duration such as 4s, 90m, 2h or 3d, not ${describe(value)}`)];
}

function numberErrors({ minimum, maximum }: Schema, value: number, path: Path): SchemaError[] {
  // NaN, which YAML has, is neither.
  const isOutside = value < (minimum ?? value) || value > (maximum ?? value);
  return isOutside ? [error(path, `must be from ${minimum} to ${maximum}`)] : [];
}

function listErrors({ items, minItems = 0, maxItems }: Schema, value: unknown[], path: Path): SchemaError[] {
  if (value.length < minItems) return [error(path, 'must not be empty')];
  if (maxItems !== undefined && value.length > maxItems)
    return [error(path, `must have at most ${maxItems} entries`)];
  return items === undefined ? [] : value.flatMap((item, index) => errorsAt(items, item, [...path, index]));
}

function objectErrors(schema: Schema, value: Record<string, unknown>, path: Path): SchemaError[] {
  const { properties = {}, patternProperties = {}, required = [], additionalProperties = true } = schema;
  const [others] = Object.values(patternProperties);
  const keys = Object.keys(value);
  const inside = keys.flatMap((key) => {
    const member = Object.hasOwn(properties, key) ? properties[key] : others;
    if (member !== undefined) return errorsAt(member, value[key], [...path, key]);
    if (additionalProperties) return [];
    const known = Object.keys(properties).join(', ');
    return [{ path: [...path, key], onKey: true, message: `Unknown key "${key}". Known keys: ${known}.` }];
  });
  const missing = required
    .filter((key) => !Object.hasOwn(value, key))
    .map((key) => error(path, `needs "${key}"`));
  const wrongCount = inside.length === 0 && countIsWrong(schema, keys.length);
  const count = wrongCount ? [error(path, `must have one of ${Object.keys(properties).join(', ')}`)] : [];
  return [...inside, ...missing, ...count];
}

function countIsWrong(
  { minProperties = 0, maxProperties = Number.POSITIVE_INFINITY }: Schema,
  count: number,
) {
  return count < minProperties || count > maxProperties;
}

function error(path: Path, problem: string): SchemaError {
  const place = placeOf(path);
  return { path, onKey: false, message: `${place === '' ? '' : `${place} `}${problem}.` };
}

/** `steps[2].expect`; empty for the whole. */
function placeOf(path: Path): string {
  return path
    .map((key, index) => (typeof key === 'number' ? `[${key + 1}]` : index === 0 ? key : `.${key}`))
    .join('');
}

function hasType(type: string, value: unknown): boolean {
  switch (type) {
    case 'object':
      return isObject(value);
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'null':
      return value === null;
    default:
      return typeof value === type;
  }
}

const typeNames: Readonly<Record<string, string>> = {
  object: 'a map',
  array: 'a list',
  string: 'text',
  integer: 'a whole number',
  boolean: 'true or false',
};

const nameOfType = (type: string) => typeNames[type] ?? type;

function describe(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return 'a map';
  return value === null ? 'empty' : JSON.stringify(value).slice(0, 60);
}
