/**
 * Whether a value fits a schema, as fast as a hand-written check and without generating code: a schema is
 * turned into functions once. It says only yes or no; what is wrong is the validator's to say.
 */

import { isObject } from '../json/json.ts';

export type Predicate = (value: unknown) => boolean;

/** Says nothing about what fits. */
const annotations = new Set(['title', 'description', 'default', 'field', 'mismatch']);

/**
 * Knows the keywords that the schemas of this room use.
 * @throws for any other, so that no rule of a schema is passed over
 */
export function compilePredicate(schema: object): Predicate {
  const says = schema as Record<string, unknown>;
  const tests = Object.keys(says).flatMap((keyword) => predicatesOf(keyword, says));
  const [first, second, ...others] = tests;
  if (first === undefined) return () => true;
  if (second === undefined) return first;
  if (others.length === 0) return (value) => first(value) && second(value);
  return (value) => tests.every((test) => test(value));
}

function predicatesOf(keyword: string, says: Record<string, unknown>): Predicate[] {
  if (annotations.has(keyword) || keyword === 'then') return [];
  const asked = says[keyword];
  switch (keyword) {
    case 'type':
      return [typePredicates[asked as TypeName]];
    case 'enum':
      return [(value) => (asked as unknown[]).includes(value)];
    case 'const':
      return [(value) => value === asked];
    case 'anyOf':
      return [anyOf((asked as object[]).map(compilePredicate))];
    case 'if':
      return [conditional(compilePredicate(asked as object), compilePredicate(says.then as object))];
    case 'required':
      return [(value) => !isObject(value) || (asked as string[]).every((key) => Object.hasOwn(value, key))];
    case 'properties':
      return [propertiesPredicate(asked as Record<string, object>)];
    case 'items':
      return [itemsPredicate(compilePredicate(asked as object))];
    default:
      return [limitPredicate(keyword, asked as number & string)];
  }
}

type TypeName = 'null' | 'boolean' | 'string' | 'number' | 'integer' | 'array' | 'object';

const typePredicates: Record<TypeName, Predicate> = {
  null: (value) => value === null,
  boolean: (value) => typeof value === 'boolean',
  string: (value) => typeof value === 'string',
  number: Number.isFinite,
  integer: Number.isInteger,
  array: Array.isArray,
  object: isObject,
};

function anyOf(tests: Predicate[]): Predicate {
  return (value) => tests.some((test) => test(value));
}

function conditional(condition: Predicate, consequence: Predicate): Predicate {
  return (value) => !condition(value) || consequence(value);
}

function itemsPredicate(test: Predicate): Predicate {
  return (value) => !Array.isArray(value) || value.every(test);
}

function propertiesPredicate(schemas: Record<string, object>): Predicate {
  const tests = Object.entries(schemas).map(([key, schema]) => ({ key, test: compilePredicate(schema) }));
  return (value) =>
    !isObject(value) || tests.every(({ key, test }) => !Object.hasOwn(value, key) || test(value[key]));
}

function limitPredicate(keyword: string, asked: number & string): Predicate {
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
