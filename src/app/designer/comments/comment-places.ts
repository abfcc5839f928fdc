/** Where comments are in the flow as it is now: the ids of their widgets, and places in words. */

import { useCallback } from 'react';
import type { WorkingCopy } from '#flow/change/working-copy.ts';
import { widgetIds } from '#flow/graph.ts';
import type { CommentPlace } from '../../client/comments.ts';
import { wordsOf } from '../../words/use-words.ts';
import { useDocument } from '../designer-context.tsx';

export type DescribedPlace = { text: string; isShown: boolean };

/** Ids by identity, made once for each copy: all pins of a flow are looked up after every edit. */
const idsOf = new WeakMap<WorkingCopy, ReadonlyMap<string, string>>();

/** The id of the widget with that identity; null once it is deleted. */
export function widgetIdOf(copy: WorkingCopy, identity: string): string | null {
  const known = idsOf.get(copy) ?? idsByIdentity(copy);
  idsOf.set(copy, known);
  return known.get(identity) ?? null;
}

function idsByIdentity({ widgets, definition }: WorkingCopy): ReadonlyMap<string, string> {
  return new Map(widgetIds(definition).map((id, index) => [widgets[index] ?? id, id]));
}

/** `widgetName` is the name that the widget had when the comment was written. */
export function describePlace(
  copy: WorkingCopy,
  place: CommentPlace,
  widgetName: string | null,
): DescribedPlace {
  const t = wordsOf('comments');
  switch (place.kind) {
    case 'widget': {
      const id = widgetIdOf(copy, place.widget);
      if (id !== null) return { text: id, isShown: true };
      return { text: widgetName ? t('gone', { widget: widgetName }) : t('goneUnnamed'), isShown: false };
    }
    case 'place':
      return { text: t('atPlace'), isShown: true };
    case 'thread':
    case 'flow':
      return { text: t('aboutFlow'), isShown: false };
  }
}

/** The same function while the flow stays the same. */
export function useDescribePlace() {
  const copy = useDocument((state) => state.editor.shown);
  return useCallback(
    (place: CommentPlace, widgetName: string | null) => describePlace(copy, place, widgetName),
    [copy],
  );
}
