/** Renames what people write about widgets: the texts of notes, titles of groups, comments. Linear in the text. */

import { entriesOf, withEntries } from '../annotations/entries.ts';
import type { FlowDefinition } from '../definition.ts';
import { isObject, type JsonObject } from '../json/json.ts';
import { renameInTemplate } from './rename-references.ts';

/** A word that may be the name of a widget. */
const word = /[\p{L}\p{M}\p{N}\p{Join_Control}_-]+/gu;
/** Where something with words of its own begins: a template, or an address. */
const foreign = /\{\{|\{%|https?:\/\/\S*/g;

/**
 * The text with widgets called by their new names, `names` from old to new: in templates as everywhere, in code spans
 * (`` `ask` ``), after `widgets.`, and as a word of its own where the name has an underscore, as no word of a language has.
 * Grows: n in words.
 */
export function renameMentions(text: string, names: ReadonlyMap<string, string>): string {
  if (text.match(word)?.some((each) => names.has(each)) !== true) return text;
  const renamed = renameInTemplate(text, names);
  return mapPlainText(renamed, (part) =>
    part.replace(word, (found, at: number) => {
      const name = names.get(found);
      return name !== undefined && isMention(part, at, found) ? name : found;
    }),
  );
}

/** The words of a text that may be names of widgets, without repetition. Grows: n in words. */
export function possibleMentions(text: string): Set<string> {
  return new Set(text.match(word));
}

/** The definition with renamed widgets followed in its notes and in the titles of its groups. */
export function renameInAnnotations(
  definition: FlowDefinition,
  names: ReadonlyMap<string, string>,
): FlowDefinition {
  return mapAnnotations(definition, (text) => renameMentions(text, names));
}

/** `change` applied to the text of every note and the title of every group; the same definition when none changed. */
export function mapAnnotations(definition: FlowDefinition, change: (text: string) => string): FlowDefinition {
  const withNotes = mapEntries(definition, 'notes', 'text', change);
  return mapEntries(withNotes, 'groups', 'title', change);
}

function mapEntries(
  definition: FlowDefinition,
  kind: 'notes' | 'groups',
  key: 'text' | 'title',
  change: (text: string) => string,
): FlowDefinition {
  const entries = entriesOf(definition, kind);
  let changed: JsonObject | null = null;
  for (const [id, entry] of Object.entries(entries)) {
    if (!isObject(entry) || typeof entry[key] !== 'string') continue;
    const now = change(entry[key]);
    if (now === entry[key]) continue;
    changed ??= { ...entries };
    changed[id] = { ...entry, [key]: now };
  }
  return changed === null ? definition : withEntries(definition, kind, changed);
}

function isMention(text: string, at: number, name: string): boolean {
  const [before, after] = [
    text.slice(Math.max(0, at - 8), at),
    text.slice(at + name.length, at + name.length + 2),
  ];
  if (before.endsWith('`') && after.startsWith('`')) return true;
  if (before.endsWith('widgets.')) return true;
  // Part of a path, of a file's name or of an address.
  return name.includes('_') && !/[./@]$/.test(before) && !/^(?:[/@]|\.[\p{L}\p{N}_])/u.test(after);
}

/** `change` applied to what stands outside of templates and addresses. */
function mapPlainText(text: string, change: (part: string) => string): string {
  const parts: string[] = [];
  let end = 0;
  foreign.lastIndex = 0;
  for (let found = foreign.exec(text); found !== null; found = foreign.exec(text)) {
    const [opening] = found;
    const isTemplate = opening.startsWith('{');
    const close = isTemplate ? text.indexOf(opening === '{{' ? '}}' : '%}', found.index) : -1;
    // The rest of a text with a template that is not closed is plain.
    if (isTemplate && close === -1) break;
    const next = isTemplate ? close + 2 : found.index + opening.length;
    parts.push(change(text.slice(end, found.index)), text.slice(found.index, next));
    end = next;
    foreign.lastIndex = next;
  }
  return [...parts, change(text.slice(end))].join('');
}
