/**
 * Whether a value fits a schema, as fast as a hand-written check and without generating code: a schema is
 * turned into functions once. It says only yes or no; what is wrong is the validator's to say.
 */

import { isObject } from './json.ts';

export type Test = (value: unknown) => boolean;

/** Says nothing about what fits. */
const annotations = new Set(['title', 'description', 'default', 'field', 'mismatch']);

/**
 * Knows the keywords that the schemas of this room use.
 * @throws for any other, so that no rule of a schema is passed over
 */
export function fits(schema: object): Test {
  const says = schema as Record<string, unknown>;
  const tests = Object.keys(says).flatMap((keyword) => testsOf(keyword, says));
  const [first, second, ...others] = tests;
  if (first === undefined) return () => true;
  if (second === undefined) return first;
  if (others.length === 0) return (value) => first(value) && second(value);
  return (value) => tests.every((test) => test(value));
}

function testsOf(keyword: string, says: Record<string, unknown>): Test[] {
  if (annotations.has(keyword) || keyword === 'then') return [];
  const asked = says[keyword];
  switch (keyword) {
    case 'type':
      return [typeTests[asked as TypeName]];
    case 'enum':
      return [(value) => (asked as unknown[]).includes(value)];
    case 'const':
      return [(value) => value === asked];
    case 'anyOf':
      return [anyOf((asked as object[]).map(fits))];
    case 'if':
      return [when(fits(asked as object), fits(says.then as object))];
    case 'required':
      return [(value) => !isObject(value) || (asked as string[]).every((key) => Object.hasOwn(value, key))];
    case 'properties':
      return [members(asked as Record<string, object>)];
    case 'items':
      return [items(fits(asked as object))];
    default:
      return [limit(keyword, asked as number & string)];
  }
}

type TypeName = 'null' | 'boolean' | 'string' | 'number' | 'integer' | 'array' | 'object';

const typeTests: Record<TypeName, Test> = {
  null: (value) => value === null,
  boolean: (value) => typeof value === 'boolean',
  string: (value) => typeof value === 'string',
  number: Number.isFinite,
  integer: Number.isInteger,
  array: Array.isArray,
  object: isObject,
};

function anyOf(tests: Test[]): Test {
  return (value) => tests.some((test) => test(value));
}

function when(condition: Test, consequence: Test): Test {
  return (value) => !condition(value) || consequence(value);
}

function items(test: Test): Test {
  return (value) => !Array.isArray(value) || value.every(test);
}

function members(schemas: Record<string, object>): Test {
  const tests = Object.entries(schemas).map(([key, schema]) => ({ key, test: fits(schema) }));
  return (value) =>
    !isObject(value) || tests.every(({ key, test }) => !Object.hasOwn(value, key) || test(value[key]));
}

function limit(keyword: string, asked: number & string): Test {
  switch (keyword) {
    case 'minimum':
      return (value) => typeof value !== 'number' || value >= asked;
    case 'maximum':
      return (value) => typeof value !== 'number' || value <= asked;
    case 'minItems':
      return (value) => !Array.isArray(value) || value.length >= asked;
    case 'maxItems':
      return (value) => !Array.isArray(value) || value.length <= asked;
    case 'minLength':
      return (value) => typeof value !== 'string' || [...value].length >= asked;
    case 'pattern': {
      const pattern = new RegExp(asked, 'u');
      return (value) => typeof value !== 'string' || pattern.test(value);
    }
    default:
      throw new Error(`A schema uses ${keyword}, which is not known here.`);
  }
}
