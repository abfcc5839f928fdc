/** Reads commands that come over the wire: from a page of another version, a program or an attacker. */

import type { Operation, Path } from '../change/operation.ts';
import type { TextEdit } from '../change/text-edit.ts';
import { isObject, type Json } from '../json/json.ts';
import type { Command, CommandLabel } from './command.ts';

/** Of the form of commands. A page of a newer version may send what this one does not know. */
export const commandFormat = 2;
/** Bytes of one command as JSON. */
export const maxCommandBytes = 64 * 1024;
const idPattern = /^[\w.-]{1,64}$/;
const maxOperations = 2_000;
const maxPathLength = 40;
const maxLabelLength = 300;
/** Keys that mean something to JavaScript objects. */
const reservedKeys = new Set(['__proto__', 'constructor', 'prototype']);

/** The command, or why it is none, as a sentence without its subject. */
export type ReadCommand = { ok: true; command: Omit<Command, 'base'> } | { ok: false; reason: string };

/** Checks the shape of a command; what its operations are about need not exist. Grows: n in operations. */
export function readCommand(value: unknown): ReadCommand {
  if (!isObject(value)) return refused('must be JSON objects');
  const { id, label, operations } = value;
  if (typeof id !== 'string' || !idPattern.test(id))
    return refused('need an id of 1 to 64 letters, digits, ".", "_" and "-"');
  if (!isLabel(label)) return refused('need a label with a name');
  if (!Array.isArray(operations) || operations.length > maxOperations)
    return refused(`need a list of at most ${maxOperations} operations`);
  const wrong = operations.find((each) => !isOperation(each));
  if (wrong !== undefined) return refused(`have an operation that is not known: ${excerpt(wrong)}`);
  const command = { id, label, operations: operations as Operation[] };
  const bytes = new TextEncoder().encode(JSON.stringify(command)).length;
  if (bytes > maxCommandBytes) return refused(`must not be larger than ${maxCommandBytes / 1024} kB each`);
  return { ok: true, command };
}

/** False for an operation of another version, which this one cannot apply. Grows: n in values. */
export function isOperation(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { widget, path, at, from, to, state, edit, sources, ifUnchanged } = value;
  if (ifUnchanged !== undefined && ifUnchanged !== true) return false;
  switch (value.kind) {
    case 'set':
      return isTarget(widget) && isPath(path) && (widget !== null || isPathOfFlow(path));
    case 'edit-text':
      return isTarget(widget) && isPath(path) && (widget !== null || isPathOfFlow(path)) && isTextEdit(edit);
    case 'insert':
    case 'delete':
      return isIdentity(widget) && isPath(path) && isIndex(at) && value.value !== undefined;
    case 'reorder':
      return isIdentity(widget) && isPath(path) && isIndex(from) && isIndex(to);
    case 'connect':
      return isIdentity(widget) && isIndex(at) && isTarget(from) && isTarget(to);
    case 'add-widget':
      return isIdentity(widget) && isIndex(at) && isObject(state);
    case 'remove-widget':
      return (
        isIdentity(widget) &&
        (state === undefined || isObject(state)) &&
        (sources === undefined || isListOfIdentities(sources))
      );
    case 'rename-widget':
      return isIdentity(widget) && typeof from === 'string' && typeof to === 'string';
    case 'order-widgets':
      return isListOfIdentities(from) && isListOfIdentities(to);
    case 'replace':
      return isObject(to) && isListOfIdentities(value.fromWidgets) && isListOfIdentities(value.toWidgets);
    default:
      return false;
  }
}

/** An identity of a widget: that of an old widget is its name, which may be anything. */
function isIdentity(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 1_000;
}

function isTarget(value: unknown): boolean {
  return value === null || isIdentity(value);
}

function isListOfIdentities(value: unknown): boolean {
  return Array.isArray(value) && value.every(isIdentity);
}

function isIndex(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0;
}

function isPath(value: unknown): value is Path {
  return (
    Array.isArray(value) &&
    value.length <= maxPathLength &&
    value.every((key) => (typeof key === 'string' ? !reservedKeys.has(key) : isIndex(key)))
  );
}

/** The list of widgets changes by operations of its own. */
function isPathOfFlow(path: Path): boolean {
  return (
    (path.length === 1 && path[0] === 'name') ||
    (path[0] === 'definition' && path.length > 1 && path[1] !== 'states')
  );
}

function isTextEdit(value: unknown): value is TextEdit {
  return (
    Array.isArray(value) && value.every((part) => typeof part === 'string' || Number.isSafeInteger(part))
  );
}

function isLabel(value: unknown): value is CommandLabel {
  return (
    isObject(value) &&
    typeof value.name === 'string' &&
    Object.values(value).every(
      (each) => (typeof each === 'string' && each.length <= maxLabelLength) || Number.isFinite(each),
    )
  );
}

function refused(reason: string): ReadCommand {
  return { ok: false, reason };
}

function excerpt(value: Json): string {
  return JSON.stringify(value).slice(0, 80);
}
