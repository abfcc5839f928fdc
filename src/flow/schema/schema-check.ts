/** Checks a value against a JSON Schema and lists its violations. No other file knows the validator library. */

import type { TSchema } from 'typebox';
import { Errors } from 'typebox/schema';
import { Settings } from 'typebox/system';
import { type Pointer, pathOf } from '../json/json-pointer.ts';
import { compilePredicate } from './schema-predicate.ts';

/**
 * One keyword of the schema that the value at `property_path` does not satisfy; for `required` the path of the
 * missing key. `title` is that of the innermost annotated schema around the value.
 */
export type SchemaViolation = { property_path: Pointer; value: unknown; title: string | undefined } & (
  | { keyword: 'required'; isList: boolean }
  | { keyword: 'type'; expected: string }
  | { keyword: 'enum'; allowed: readonly string[] }
  | { keyword: 'pattern'; mismatch: string | undefined }
  | { keyword: 'limit'; limit: string; bound: number }
);

/** The violations of `value`, which is at `path` of the document; [] when it conforms. Never throws for JSON. */
export type SchemaCheck = (value: unknown, path: Pointer) => SchemaViolation[];

type SchemaError = { keyword: string; schemaPath: string; instancePath: string; params: object };

/** Violations that are listed of one value: a hostile file has thousands. */
const maxErrors = 100;

Settings.Set({ maxErrors });

/**
 * Prepares a schema for checking. Do it once per schema: that costs more than a check. No code is
 * generated, because a page under a strict Content-Security-Policy may not evaluate text.
 */
export function compileSchema(schema: TSchema): SchemaCheck {
  const conforms = compilePredicate(schema);
  return (value, path) => {
    if (conforms(value)) return [];
    const [, errors] = Errors(schema, value);
    return errors.filter(isPrimaryError).flatMap((error) => violationsOf(error, schema, value, path));
  };
}

/**
 * Of a union only the first branch is reported: it is what should be written, the others are what is accepted as
 * well. `anyOf` itself only repeats the errors below it.
 */
function isPrimaryError({ keyword, schemaPath }: SchemaError): boolean {
  return keyword !== 'anyOf' && !/\/anyOf\/[1-9]/.test(schemaPath);
}

function violationsOf(error: SchemaError, schema: TSchema, root: unknown, path: Pointer): SchemaViolation[] {
  const property_path = `${path}${error.instancePath}`;
  const value = valueAtPath(root, error.instancePath);
  const part = valueAtPath(schema, error.schemaPath.slice(1)) as Record<string, unknown>;
  const params = error.params as Record<string, unknown>;
  const title = innermostTitle(schema, error.schemaPath.slice(1));
  switch (error.keyword) {
    case 'required':
      return (params.requiredProperties as string[]).map((key) => {
        const missing = (part.properties as Record<string, Record<string, unknown>> | undefined)?.[key];
        return {
          keyword: 'required',
          property_path: `${property_path}/${key}`,
          value: undefined,
          title: typeof missing?.title === 'string' ? missing.title : title,
          isList: missing?.type === 'array',
        };
      });
    case 'type':
      return [{ keyword: 'type', expected: String(params.type), property_path, value, title }];
    case 'enum':
      return typeof value === 'string'
        ? [{ keyword: 'enum', allowed: params.allowedValues as string[], property_path, value, title }]
        : [{ keyword: 'type', expected: 'string', property_path, value, title }];
    case 'pattern': {
      const mismatch = typeof part.mismatch === 'string' ? part.mismatch : undefined;
      return [{ keyword: 'pattern', mismatch, property_path, value, title }];
    }
    case 'if':
      return compileSchema(part.then as TSchema)(value, property_path);
    default:
      return [
        {
          keyword: 'limit',
          limit: error.keyword,
          bound: Number(params.limit),
          property_path,
          value,
          title,
        },
      ];
  }
}

function innermostTitle(schema: unknown, schemaPath: string): string | undefined {
  let title: string | undefined;
  let part: unknown = schema;
  for (const key of ['', ...pathOf(`#${schemaPath}`)]) {
    if (key !== '') part = memberOf(part, key);
    const own = memberOf(part, 'title');
    if (typeof own === 'string') title = own;
  }
  return title;
}

function valueAtPath(root: unknown, path: string): unknown {
  return pathOf(`#${path}`).reduce<unknown>(memberOf, root);
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}
