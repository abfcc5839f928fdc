/**
 * Compiles a JSON Schema into a predicate of nested closures: about as fast as a hand-written check, without
 * generating code. It only answers whether a value conforms; the validator library reports the violations.
 */

import { isObject } from '../json/json.ts';

export type Predicate = (value: unknown) => boolean;

/** Keywords that constrain nothing. */
const annotations = new Set(['title', 'description', 'default', 'field', 'mismatch']);

/**
 * Supports the keywords that the schemas of `flow` use.
 * @throws Error for any other keyword, so that no constraint is silently ignored
 */
export function compilePredicate(schema: object): Predicate {
  const keywords = schema as Record<string, unknown>;
  const predicates = Object.keys(keywords).flatMap((keyword) => predicatesOf(keyword, keywords));
  const [first, second, ...others] = predicates;
  if (first === undefined) return () => true;
  if (second === undefined) return first;
  if (others.length === 0) return (value) => first(value) && second(value);
  return (value) => predicates.every((test) => test(value));
}

function predicatesOf(keyword: string, schema: Record<string, unknown>): Predicate[] {
  if (annotations.has(keyword) || keyword === 'then') return [];
  const argument = schema[keyword];
  switch (keyword) {
    case 'type':
      return [typePredicates[argument as TypeName]];
    case 'enum':
      return [(value) => (argument as unknown[]).includes(value)];
    case 'const':
      return [(value) => value === argument];
    case 'anyOf':
      return [anyOf((argument as object[]).map(compilePredicate))];
    case 'if':
      return [conditional(compilePredicate(argument as object), compilePredicate(schema.then as object))];
    case 'required':
      return [
        (value) => !isObject(value) || (argument as string[]).every((key) => Object.hasOwn(value, key)),
      ];
    case 'properties':
      return [propertiesPredicate(argument as Record<string, object>)];
    case 'items':
      return [itemsPredicate(compilePredicate(argument as object))];
    default:
      return [limitPredicate(keyword, argument as number & string)];
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
  const members = Object.entries(schemas).map(([key, schema]) => ({
    key,
    test: compilePredicate(schema),
  }));
  return (value) =>
    !isObject(value) || members.every(({ key, test }) => !Object.hasOwn(value, key) || test(value[key]));
}

function limitPredicate(keyword: string, argument: number & string): Predicate {
  switch (keyword) {
    case 'minimum':
      return (value) => typeof value !== 'number' || value >= argument;
    case 'maximum':
      return (value) => typeof value !== 'number' || value <= argument;
    case 'minItems':
      return (value) => !Array.isArray(value) || value.length >= argument;
    case 'maxItems':
      return (value) => !Array.isArray(value) || value.length <= argument;
    case 'minLength':
      return (value) => typeof value !== 'string' || [...value].length >= argument;
    case 'pattern': {
      const pattern = new RegExp(argument, 'u');
      return (value) => typeof value !== 'string' || pattern.test(value);
    }
    default:
      throw new Error(`A schema uses ${keyword}, which is not supported.`);
  }
}
