/** Sentences about changes, for lists and messages: `'No match' of check now goes to goodbye instead of menu.` */

import type { State } from '../definition.ts';
import { isObject, type Json, textOf } from '../json/json.ts';
import { pathOf } from '../json/json-pointer.ts';
import { widgetType } from '../widgets/widget-types.ts';
import type { Change } from './change.ts';

/** Longer texts are cut in sentences; the change itself holds them whole. */
const maxQuotedLength = 60;

/** The sentence for a change; `state` is its widget after the change, before it where it was removed. */
export function describeChange(change: Omit<Change, 'text'>, state: State | undefined): string {
  const { kind, widget = '', was = '', path, before, after } = change;
  switch (kind) {
    case 'widget-added':
      return `Adds ${widget} (${typeTitle(state)}).`;
    case 'widget-removed':
      return `Removes ${widget} (${typeTitle(state)}).`;
    case 'widget-renamed':
      return `Renames ${was} to ${widget}.`;
    case 'widget-moved':
      return `Moves ${widget}.`;
    case 'property-changed':
      return `${changedLabel(change, state)} of ${widget} ${becomes(before, after)}.`;
    case 'condition-changed':
      return conditionSentence(widget, before, after);
    case 'connection-changed':
      return connectionSentence(widget, outletLabel(state, path, after ?? before), before, after);
    case 'flow-changed':
      return `${changedLabel(change, state)} ${becomes(before, after)}.`;
  }
}

/** What a changed property, or a changed value of the flow, is called: the label of its field. Grows: n in transitions. */
export function changedLabel(
  { kind, path }: Pick<Change, 'kind' | 'path'>,
  state: State | undefined,
): string {
  const keys = pathOf(path);
  if (kind !== 'flow-changed') return propertyLabel(state, keys);
  const [key = ''] = keys;
  return flowLabels[key] ?? `'${key}' of the flow`;
}

const flowLabels: Readonly<Record<string, string>> = {
  description: 'The description',
  initial_state: 'The widget where the flow begins',
  flags: 'The settings of the flow',
  states: 'The list of widgets',
  $schema: 'The schema of the definition',
};

const stateLabels: Readonly<Record<string, string>> = {
  type: 'The widget type',
  transitions: 'The order of the events',
  properties: 'All properties',
};

function typeTitle(state: State | undefined): string {
  return widgetType(state?.type)?.title ?? state?.type ?? 'no type';
}

function propertyLabel(state: State | undefined, path: readonly string[]): string {
  const [, , part = '', property] = path;
  if (property === undefined) return stateLabels[part] ?? `'${part}'`;
  const fields = widgetType(state?.type)?.schema as
    | { properties?: Record<string, { title?: string }> }
    | undefined;
  return fields?.properties?.[property]?.title ?? `'${property}'`;
}

function becomes(before: Json | undefined, after: Json | undefined): string {
  const [was, is] = [shown(before), shown(after)];
  if (after === undefined) return was === null ? 'is removed' : `is removed (was ${was})`;
  if (is === null) return 'changes';
  return was === null ? `is now ${is}` : `is now ${is} instead of ${was}`;
}

/** Short values as they are, texts in quotes; null for nothing and for lists and objects. */
function shown(value: Json | undefined): string | null {
  if (value === undefined || (typeof value === 'object' && value !== null)) return null;
  if (typeof value !== 'string') return String(value);
  return `"${value.length > maxQuotedLength ? `${value.slice(0, maxQuotedLength)}…` : value}"`;
}

function conditionSentence(widget: string, before: Json | undefined, after: Json | undefined): string {
  if (Array.isArray(before) && Array.isArray(after) && [...before, ...after].some(isTransition))
    return `The branches of ${widget} are now in the order ${branchNames(after)}.`;
  const [was, is] = [conditionLabel(before), conditionLabel(after)];
  if (after === undefined) return `The branch ${was} of ${widget} is removed.`;
  if (before === undefined) return `${widget} has a new branch ${is}.`;
  return was === is
    ? `What the branch ${is} of ${widget} tests changes.`
    : `The branch ${was} of ${widget} is now ${is}.`;
}

function connectionSentence(
  widget: string,
  outlet: string,
  before: Json | undefined,
  after: Json | undefined,
): string {
  const [was, is] = [targetOf(before), targetOf(after)];
  const from = `${outlet} of ${widget}`;
  if (is === '') return `${from} no longer goes to ${was}.`;
  return was === '' ? `${from} now goes to ${is}.` : `${from} now goes to ${is} instead of ${was}.`;
}

/** The label of the event, for a branch that of its condition. */
function outletLabel(state: State | undefined, path: string, connection: Json | undefined): string {
  const [, , , index] = pathOf(path);
  const conditions = state?.transitions?.[Number(index)]?.conditions as Json | undefined;
  if (Array.isArray(conditions) && conditions.length > 0) return conditionLabel(conditions);
  const event = isObject(connection) ? textOf(connection.event) : '';
  return `'${widgetType(state?.type)?.events.find(({ name }) => name === event)?.label ?? event}'`;
}

function conditionLabel(value: Json | undefined): string {
  const condition = Array.isArray(value) ? value[0] : value;
  if (!isObject(condition)) return "''";
  const text = textOf(condition.value).trim();
  return `'${text === '' ? textOf(condition.friendly_name) : text}'`;
}

function branchNames(transitions: readonly Json[]): string {
  return transitions
    .flatMap((each) =>
      isTransition(each) && each.conditions !== undefined ? [conditionLabel(each.conditions)] : [],
    )
    .join(', ');
}

function isTransition(value: Json): value is { [key: string]: Json } {
  return isObject(value) && typeof value.event === 'string';
}

function targetOf(connection: Json | undefined): string {
  return isObject(connection) ? textOf(connection.next) : '';
}
