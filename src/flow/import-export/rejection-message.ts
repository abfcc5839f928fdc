/** Messages for files that are not flows: what they are instead, in one sentence. */

import { isObject, type Json } from '../json/json.ts';
import { jsonErrorLine } from '../json/json-syntax-error.ts';

/** The sentence for a text that is not JSON, with the line of the first syntax error. */
export function syntaxErrorMessage(text: string): string {
  if (/\uFFFD|(?![\s\x7f-\x9f])\p{Cc}/u.test(text.slice(0, 2000)))
    return 'This file is no text: a flow is a JSON file.';
  const start = text.trimStart();
  if (/^<!doctype html|^<html/i.test(start)) return 'This is a web page: a flow is a JSON file.';
  if (start.startsWith('<')) return 'This is XML or another markup: a flow is a JSON file.';
  const line = jsonErrorLine(text) ?? 1;
  if (!/^[[{"]/.test(start)) return `This file is no JSON: it breaks off at line ${line}.`;
  return `This JSON is broken at line ${line}.`;
}

/** The sentence for a JSON value without a flow in it. */
export function notAFlowMessage(value: unknown): string {
  if (Array.isArray(value)) {
    return `This is a list of ${value.length} ${value.length === 1 ? 'entry' : 'entries'}, not a flow: a flow is one object with a list of states.`;
  }
  if (!isObject(value)) return `This file holds only ${describeType(value)}, not a flow.`;
  const format = knownFormats.find(({ keys }) => keys.every((key) => Object.hasOwn(value, key)));
  if (format !== undefined) return `This is ${format.is}, not a flow.`;
  if (value.definition === null)
    return 'This is a flow from a list: its definition was left out. Fetch the flow itself.';
  if (typeof value.definition === 'string') return nestedTextMessage(value.definition);
  if (Object.hasOwn(value, 'states'))
    return `The states of this file are ${describeType(value.states)}; those of a flow are a list.`;
  if (Object.hasOwn(value, 'type') && Object.hasOwn(value, 'transitions')) {
    return 'This is a single widget, not a flow: paste it onto the canvas of a flow.';
  }
  const keys = Object.keys(value);
  if (keys.length === 0) return 'This is an empty object, not a flow.';
  const shown = keys.slice(0, 3).join(', ');
  return `This object has no states, so it is no flow: it has ${shown}${keys.length > 3 ? ' …' : ''}.`;
}

/** Files often found with flows, recognised by their keys. */
const knownFormats: { keys: string[]; is: string }[] = [
  { keys: ['lockfileVersion'], is: 'a package lock file' },
  { keys: ['name', 'version', 'dependencies'], is: 'a package manifest' },
  { keys: ['name', 'version', 'scripts'], is: 'a package manifest' },
  { keys: ['name', 'devDependencies'], is: 'a package manifest' },
  { keys: ['compilerOptions'], is: 'a compiler configuration' },
  { keys: ['openapi'], is: 'a description of an API' },
  { keys: ['swagger'], is: 'a description of an API' },
  { keys: ['StartAt', 'States'], is: 'a state machine of another language' },
  { keys: ['nodes', 'connections'], is: 'a workflow of another tool' },
  { keys: ['nodes', 'edges'], is: 'a graph of another tool' },
  { keys: ['code', 'message', 'status'], is: 'an error answer of an API' },
];

function nestedTextMessage(definition: string): string {
  const line = jsonErrorLine(definition);
  return line === null
    ? 'The definition in this file has no states, so it is no flow.'
    : `The definition in this file is text that is no JSON: it breaks off at line ${line}.`;
}

function describeType(value: unknown): string {
  switch (typeof (value as Json)) {
    case 'string':
      return 'a text';
    case 'number':
      return 'a number';
    case 'boolean':
      return 'true or false';
    case 'object':
      return value === null ? 'null' : 'an object';
    default:
      return 'nothing';
  }
}
