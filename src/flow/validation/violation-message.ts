/**
 * The sentence for a violation of a schema: the field by its label, the widget by its name. The designer, the API
 * and the command line all show this text.
 */

import { isObject } from '../json/json.ts';
import { pathOf } from '../json/json-pointer.ts';
import type { SchemaViolation } from '../schema/schema-check.ts';

/** Longest value, in characters, that a sentence repeats. */
const maxQuotedLength = 60;

/** What a key of the document is called where its schema has no label. */
const structureLabels: Record<string, string> = {
  description: 'Description',
  states: 'The list of widgets',
  initial_state: 'Initial state',
  flags: 'Flags',
  allow_concurrent_calls: 'Allow concurrent calls',
  name: 'Name',
  type: 'Type',
  properties: 'Properties',
  transitions: 'Transitions',
  event: 'Event',
  next: 'Next widget',
  conditions: 'Conditions',
  friendly_name: 'Name',
  arguments: 'Arguments',
  value: 'Value',
  offset: 'Position',
};

const plurals = new Set(['Flags', 'Properties', 'Transitions', 'Conditions', 'Arguments']);

/** A full sentence for `violation`; `widget` is the label of the widget that it is in, '' outside of widgets. */
export function violationMessage(violation: SchemaViolation, widget = ''): string {
  const path = pathOf(violation.property_path);
  const subject = subjectOf(path, violation.title, widget);
  switch (violation.keyword) {
    case 'required':
      return `${subject} ${isPlural(subject, violation) ? 'are' : 'is'} required.`;
    case 'type':
      return violation.value === null
        ? `${subject} must not be null.`
        : `${subject} must be ${typeName(violation.expected)}, not ${typeof violation.value === 'string' ? 'the text ' : ''}${describe(violation.value)}.`;
    case 'enum':
      return enumMessage(subject, path, violation.value, violation.allowed, widget);
    case 'pattern':
      return `${subject} ${violation.mismatch ?? 'has the wrong format'}.`;
    case 'limit':
      return limitMessage(subject, path, violation.limit, violation.bound);
  }
}

/** `widget 'ask'`, or by its position, from 1, where it has no name: `widget 4`. */
export function widgetLabel(state: unknown, index: number): string {
  const name = isObject(state) ? state.name : undefined;
  return typeof name === 'string' && name.trim() !== '' ? `widget ${quote(name)}` : `widget ${index + 1}`;
}

function isPlural(subject: string, { title, isList }: SchemaViolation & { keyword: 'required' }): boolean {
  return (title !== undefined && isList) || plurals.has(subject.split(' of ')[0] ?? '');
}

function enumMessage(
  subject: string,
  path: readonly string[],
  value: unknown,
  allowed: readonly string[],
  widget: string,
): string {
  if (path.at(-1) === 'event' && path[2] === 'transitions') {
    const events = allowed.length === 0 ? 'It has none.' : `Its events are ${allowed.join(', ')}.`;
    return `${capitalize(widget)} has no event ${describe(value)}. ${events}`;
  }
  return `${subject} cannot be ${describe(value)}. Choose one of ${allowed.join(', ')}.`;
}

function limitMessage(subject: string, path: readonly string[], limit: string, bound: number): string {
  const isStates = path.length === 1 && path[0] === 'states';
  const items = isStates ? 'widget' : 'entry';
  switch (limit) {
    case 'minimum':
      return `${subject} must be at least ${bound}.`;
    case 'maximum':
      return `${subject} must be at most ${bound}.`;
    case 'minLength':
      return bound === 1
        ? `${subject} must not be empty.`
        : `${subject} must have at least ${bound} characters.`;
    case 'maxLength':
      return `${subject} must have at most ${bound} characters.`;
    case 'minItems':
      return `${isStates ? 'A flow' : subject} must have at least ${bound} ${bound === 1 ? items : pluralOf(items)}.`;
    case 'maxItems':
      return `${isStates ? 'A flow' : subject} must have at most ${bound} ${bound === 1 ? items : pluralOf(items)}.`;
    default:
      return `${subject} is not valid.`;
  }
}

function pluralOf(item: string): string {
  return item === 'entry' ? 'entries' : `${item}s`;
}

/** The place at `path` in words, from the value outward: `Value of condition 1 of transition 2 of widget 'check'`. */
function subjectOf(path: readonly string[], title: string | undefined, widget: string): string {
  const [first, index, part, ...rest] = path;
  if (first === undefined) return 'The flow definition';
  if (first !== 'states' || index === undefined) return labelOf(path.at(-1) ?? '');
  if (part === undefined) return capitalize(widget);
  if (part === 'properties' && rest.length > 0) return fieldSubject(rest, title);
  const parts = [part, ...rest];
  const words: string[] = [];
  for (let at = 0; at < parts.length; at += 1) {
    const [key = '', entry] = [parts[at], parts[at + 1]];
    if (entry !== undefined && /^\d+$/.test(entry)) {
      words.unshift(`${(structureLabels[key] ?? key).replace(/s$/, '').toLowerCase()} ${Number(entry) + 1}`);
      at += 1;
    } else words.unshift(labelOf(key));
  }
  return capitalize([...words, widget].join(' of '));
}

/** A property by its label; inside a list also the entry, from 1, and the key: `Variables, entry 2: value`. */
function fieldSubject([property = '', ...inner]: readonly string[], title: string | undefined): string {
  const label = title ?? labelOf(property);
  if (inner.length === 0) return label;
  const [entry = '', ...keys] = inner;
  const place = /^\d+$/.test(entry) ? `${label}, entry ${Number(entry) + 1}` : `${label}, ${entry}`;
  return keys.length === 0 ? place : `${place}: ${keys.join(' ')}`;
}

function labelOf(key: string): string {
  return Object.hasOwn(structureLabels, key) ? (structureLabels[key] ?? key) : key;
}

function typeName(type: string): string {
  switch (type) {
    case 'string':
      return 'text';
    case 'integer':
      return 'a whole number';
    case 'number':
      return 'a number';
    case 'boolean':
      return 'true or false';
    case 'array':
      return 'a list';
    case 'object':
      return 'an object';
    default:
      return type;
  }
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string' ? quote(value) : String(value);
}

/** The value in single quotes, cut where it is long. */
export function quote(text: string): string {
  return `'${text.length > maxQuotedLength ? `${text.slice(0, maxQuotedLength)}…` : text}'`;
}

function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
