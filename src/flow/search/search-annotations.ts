/** Search in what stands on the canvas besides widgets: the texts of notes, the titles of groups. */

import type { Frame } from '../annotations/entries.ts';
import { groupsOf } from '../annotations/groups.ts';
import { notesOf } from '../annotations/notes.ts';
import type { FlowDefinition } from '../definition.ts';
import type { SearchQuery } from './search-query.ts';
import { textPattern } from './text-pattern.ts';

/** A note or group with the first place that was found in its text. */
export type AnnotationMatch = {
  kind: 'note' | 'group';
  id: string;
  frame: Frame;
  text: string;
  start: number;
  end: number;
};

/**
 * Those whose text contains all words of the query. Filters are about widgets: a query with one finds none.
 * Grows: n in notes.
 */
export function searchAnnotations(definition: FlowDefinition, query: SearchQuery): AnnotationMatch[] {
  const { texts, types, uses, isInvalid, isUnreachable, unknown } = query;
  const hasFilter = types.length + uses.length + unknown.length > 0 || isInvalid || isUnreachable;
  if (hasFilter) return [];
  const patterns = texts.map((text) => textPattern(text));
  const all = [
    ...[...groupsOf(definition)].map(([id, group]) => ({
      ...{ kind: 'group' as const, id, frame: group, text: group.title },
    })),
    ...[...notesOf(definition)].map(([id, note]) => ({
      ...{ kind: 'note' as const, id, frame: note, text: note.text },
    })),
  ];
  return all.flatMap((each) => {
    const hits = patterns.map((pattern) => {
      pattern.lastIndex = 0;
      return pattern.exec(each.text);
    });
    const [first] = hits;
    if (first === undefined || first === null || hits.includes(null)) return [];
    return [{ ...each, start: first.index, end: first.index + first[0].length }];
  });
}
