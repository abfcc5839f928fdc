/** Checks a value against a schema and answers in findings. Nothing else knows the validator. */

import type { TSchema } from 'typebox';
import { Errors } from 'typebox/schema';
import { Settings } from 'typebox/system';
import { type Pointer, pathOf } from '../json/json-pointer.ts';
import type { Finding } from '../validation/finding.ts';
import { compilePredicate } from './schema-predicate.ts';

/** The faults of `value`, which stands at `place` of the document; [] when it fits. Never throws for JSON. */
export type SchemaCheck = (value: unknown, place: Pointer) => Finding[];

type SchemaError = { keyword: string; schemaPath: string; instancePath: string; params: object };

/** Faults of one value beyond this number are not told: a hostile file has thousands. */
const maxErrors = 100;

Settings.Set({ maxErrors: maxErrors });

/**
 * Prepares a schema for checking. Do it once per schema: that costs more than a check. No code is
 * generated, because a page under a strict Content-Security-Policy may not evaluate text.
 */
export function compileSchema(schema: TSchema): SchemaCheck {
  const isFine = compilePredicate(schema);
  return (value, place) => {
    if (isFine(value)) return [];
    const [, faults] = Errors(schema, value);
    return faults.filter(isPrimaryError).flatMap((fault) => findingsOf(fault, schema, value, place));
  };
}

/**
 * Of a choice between schemas only the first is told: it is what should be written, the others are what
 * is read as well. `anyOf` itself only repeats what the faults below it say.
 */
function isPrimaryError({ keyword, schemaPath }: SchemaError): boolean {
  return keyword !== 'anyOf' && !/\/anyOf\/[1-9]/.test(schemaPath);
}

function findingsOf(fault: SchemaError, schema: TSchema, root: unknown, place: Pointer): Finding[] {
  const at = `${place}${fault.instancePath}`;
  const value = valueAtPath(root, fault.instancePath);
  const part = valueAtPath(schema, fault.schemaPath.slice(1)) as Record<string, unknown>;
  const params = fault.params as Record<string, unknown>;
  switch (fault.keyword) {
    case 'required':
      return (params.requiredProperties as string[]).map((key) =>
        error('missing', 'is missing but it is required', `${at}/${key}`),
      );
    case 'type':
      return [error('wrong-type', typeMessage(value, String(params.type)), at)];
    case 'enum':
      return typeof value === 'string'
        ? [error('not-allowed', `does not have a value in the enumeration [${listOf(params)}]`, at)]
        : [error('wrong-type', typeMessage(value, 'string'), at)];
    case 'pattern':
      return [error('wrong-form', String(part.mismatch ?? 'does not have the right form'), at)];
    case 'if':
      return compileSchema(part.then as TSchema)(value, at);
    default:
      return [error('out-of-range', rangeMessage(fault.keyword, params.limit), at)];
  }
}

function error(code: string, message: string, property_path: Pointer): Finding {
  return { severity: 'error', code, message, property_path };
}

function listOf({ allowedValues }: Record<string, unknown>): string {
  return Array.isArray(allowedValues) ? allowedValues.join(', ') : '';
}

function typeMessage(value: unknown, expected: string): string {
  const found = typeName(value);
  return found === 'null' ? 'must not be null' : `${found} found, ${expected} expected`;
}

function rangeMessage(keyword: string, limit: unknown): string {
  switch (keyword) {
    case 'minimum':
      return `must have a minimum value of ${limit}`;
    case 'maximum':
      return `must have a maximum value of ${limit}`;
    case 'minLength':
      return `must be at least ${limit} characters long`;
    case 'minItems':
      return `there must be a minimum of ${limit} items in the array`;
    case 'maxItems':
      return `there must be a maximum of ${limit} items in the array`;
    default:
      return `does not satisfy ${keyword}`;
  }
}

function valueAtPath(root: unknown, path: string): unknown {
  return pathOf(`#${path}`).reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined,
    root,
  );
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}
