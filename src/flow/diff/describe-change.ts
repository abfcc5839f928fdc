/** Sentences about changes, for lists and messages: `'No match' of check now goes to goodbye instead of menu.` */

import type { State } from '../definition.ts';
import { isObject, type Json, textOf } from '../json/json.ts';
import { pathOf } from '../json/json-pointer.ts';
import { widgetType } from '../widgets/widget-types.ts';
import type { Change } from './change.ts';
import { type ChangeTextKey, type ChangeWords, changeTexts } from './change-texts.ts';

/** Longer texts are cut in sentences; the change itself holds them whole. */
const maxQuotedLength = 60;

export const englishWords: ChangeWords = {
  text: (key, values = {}) =>
    englishText(key).replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? '')),
  label: (english) => english,
  typeTitle: (type) => widgetType(type)?.title ?? type,
};

function englishText(key: ChangeTextKey): string {
  const [group = '', name = ''] = key.split('.');
  const found = (changeTexts as Readonly<Record<string, string | Readonly<Record<string, string>>>>)[group];
  return (typeof found === 'object' ? found[name] : found) ?? '';
}

/** The change with its label and its sentence; `state` is its widget after the change, before it where it was removed. */
export function describedChange(change: Omit<Change, 'label' | 'text'>, state: State | undefined): Change {
  const label = labelOf(change, state);
  const labelled = label === undefined ? change : { ...change, label };
  return { ...labelled, text: describeChange(labelled) };
}

/** The sentence for a change. */
export function describeChange(change: Omit<Change, 'text'>, words = englishWords): string {
  const { kind, widget = '', was = '', before, after } = change;
  switch (kind) {
    case 'widget-added':
      return words.text('added', { widget, type: typeOf(after, words) });
    case 'widget-removed':
      return words.text('removed', { widget, type: typeOf(before, words) });
    case 'widget-renamed':
      return words.text('renamed', { was, widget });
    case 'widget-moved':
      return words.text('moved', { widget });
    case 'property-changed': {
      const subject = words.text('ofWidget', { label: changedLabel(change, words), widget });
      return valueSentence(subject, before, after, words);
    }
    case 'condition-changed':
      return conditionSentence(widget, before, after, words);
    case 'connection-changed':
      return connectionSentence(change, words);
    case 'flow-changed':
      return valueSentence(changedLabel(change, words), before, after, words);
  }
}

/** What a changed property, or a changed value of the flow, is called: the label of its field. */
export function changedLabel(
  { kind, path, label }: Pick<Change, 'kind' | 'path' | 'label'>,
  words = englishWords,
): string {
  const [key = '', , part = '', property] = pathOf(path);
  const named = (text: string) => words.text('name', { text });
  if (kind === 'flow-changed')
    return isKeyOf(changeTexts.flow, key)
      ? words.text(`flow.${key}`)
      : words.text('ofFlow', { label: named(key) });
  if (property !== undefined) return label === undefined ? named(property) : words.label(label);
  return isKeyOf(changeTexts.widget, part) ? words.text(`widget.${part}`) : named(part);
}

function isKeyOf<T extends object>(texts: T, key: string): key is keyof T & string {
  return Object.hasOwn(texts, key);
}

/** In English: the title of a field, the label of an event, the value that a branch tests. */
function labelOf(
  { kind, path, before, after }: Omit<Change, 'label' | 'text'>,
  state: State | undefined,
): string | undefined {
  if (kind === 'connection-changed') return outletLabel(state, path, after ?? before);
  return kind === 'property-changed' ? fieldTitle(state?.type, path) : undefined;
}

/** The title of the field at a place in a widget; undefined where the widget's type has no such field. */
export function fieldTitle(type: string | undefined, path: string): string | undefined {
  const [, , , property = ''] = pathOf(path);
  const fields = widgetType(type)?.schema as { properties?: Record<string, { title?: string }> } | undefined;
  return fields?.properties?.[property]?.title;
}

function typeOf(state: Json | undefined, words: ChangeWords): string {
  const type = isObject(state) ? state.type : undefined;
  return typeof type === 'string' ? words.typeTitle(type) : words.text('noType');
}

function valueSentence(
  subject: string,
  before: Json | undefined,
  after: Json | undefined,
  words: ChangeWords,
): string {
  const [was, is] = [shown(before, words), shown(after, words)];
  if (after === undefined)
    return was === null
      ? words.text('cleared', { subject })
      : words.text('clearedValue', { subject, before: was });
  if (is === null) return words.text('changed', { subject });
  return was === null
    ? words.text('set', { subject, after: is })
    : words.text('replaced', { subject, after: is, before: was });
}

/** Short values as they are, texts in quotes; null for nothing and for lists and objects. */
function shown(value: Json | undefined, words: ChangeWords): string | null {
  if (value === undefined || (typeof value === 'object' && value !== null)) return null;
  if (typeof value !== 'string') return String(value);
  const text = value.length > maxQuotedLength ? `${value.slice(0, maxQuotedLength)}…` : value;
  return words.text('value', { text });
}

function conditionSentence(
  widget: string,
  before: Json | undefined,
  after: Json | undefined,
  words: ChangeWords,
): string {
  const named = (condition: Json | undefined) => words.text('name', { text: conditionLabel(condition) });
  if (Array.isArray(before) && Array.isArray(after) && [...before, ...after].some(isTransition)) {
    const branches = after.flatMap((each) =>
      isTransition(each) && each.conditions !== undefined ? [named(each.conditions)] : [],
    );
    return words.text('branchesOrdered', { widget, branches: branches.join(', ') });
  }
  const values = { widget, before: named(before), after: named(after) };
  if (after === undefined) return words.text('branchRemoved', values);
  if (before === undefined) return words.text('branchAdded', values);
  return words.text(values.before === values.after ? 'branchChanged' : 'branchRenamed', values);
}

function connectionSentence(
  { widget = '', label = '', before, after }: Omit<Change, 'text'>,
  words: ChangeWords,
): string {
  const connection = after ?? before;
  // What an author wrote as the value of a branch stays as it is, whatever outlet has that name too.
  const isBranch = isObject(connection) && connection.event === 'match';
  const outlet = words.text('name', { text: isBranch ? label : words.label(label) });
  const values = { outlet, widget, before: targetOf(before), after: targetOf(after) };
  if (values.after === '') return words.text('disconnected', values);
  return words.text(values.before === '' ? 'connected' : 'reconnected', values);
}

/** The label of the event, for a branch that of its condition. */
function outletLabel(state: State | undefined, path: string, connection: Json | undefined): string {
  const [, , , index] = pathOf(path);
  const conditions = state?.transitions?.[Number(index)]?.conditions as Json | undefined;
  if (Array.isArray(conditions) && conditions.length > 0) return conditionLabel(conditions);
  const event = isObject(connection) ? textOf(connection.event) : '';
  return widgetType(state?.type)?.events.find(({ name }) => name === event)?.label ?? event;
}

function conditionLabel(value: Json | undefined): string {
  const condition = Array.isArray(value) ? value[0] : value;
  if (!isObject(condition)) return '';
  const text = textOf(condition.value).trim();
  return text === '' ? textOf(condition.friendly_name) : text;
}

function isTransition(value: Json): value is { [key: string]: Json } {
  return isObject(value) && typeof value.event === 'string';
}

function targetOf(connection: Json | undefined): string {
  return isObject(connection) ? textOf(connection.next) : '';
}
