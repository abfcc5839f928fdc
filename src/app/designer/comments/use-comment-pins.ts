/** The pins of the open threads of a flow, and who has just written. */

import { useEffect, useEffectEvent, useMemo, useRef, useSyncExternalStore } from 'react';
import type { CommentPin } from '../../canvas/canvas-props.ts';
import { useComments } from '../../client/comments.ts';
import { commentClient, readMarks, subscribeToReadMarks } from '../../comments/browser-state.ts';
import { isUnread, placeOf, type Thread, threadsOf } from '../../comments/thread.ts';
import { announce } from '../../shell/announce.tsx';
import { wordsOf } from '../../words/use-words.ts';
import { useDesigner, useDocument, useView } from '../designer-context.tsx';
import { describePlace, useDescribePlace, widgetIdOf } from './comment-places.ts';

type Threads = {
  threads: readonly Thread[];
  /** SIDs of those that are unread in this browser. */
  unread: ReadonlySet<string>;
  /** False while they are not known yet. */
  isLoaded: boolean;
};

/** The threads of the flow, none while they are loading. */
export function useThreads(): Threads {
  const flow = useDocument((state) => state.base?.flow.sid ?? null);
  const { data } = useComments(flow);
  const marks = useSyncExternalStore(subscribeToReadMarks, () => readMarks(flow ?? ''));
  return useMemo(() => {
    const threads = threadsOf(data ?? []);
    const unread = threads.filter((thread) => isUnread(thread, marks, commentClient()));
    return {
      threads,
      unread: new Set(unread.map(({ first }) => first.sid)),
      isLoaded: data !== undefined,
    };
  }, [data, marks]);
}

/** Undefined while there is nothing to pin. */
export function useCommentPins() {
  const { view } = useDesigner();
  const { threads, unread, isLoaded } = useThreads();
  const copy = useDocument((state) => state.editor.shown);
  const opened = useView((state) => state.comments?.opened ?? null);
  useAnnouncedComments(threads, isLoaded);
  return useMemo(() => {
    const pins = threads.flatMap((thread): CommentPin[] => {
      const { first, replies, isResolved } = thread;
      const isOpen = [first, ...replies].some(({ sid }) => sid === opened);
      const place = placeOf(first);
      const widget = place.kind === 'widget' ? widgetIdOf(copy, place.widget) : null;
      const at = place.kind === 'place' ? place : widget === null ? null : { widget };
      if (at === null || (isResolved && !isOpen)) return [];
      const t = wordsOf('comments');
      const isNew = unread.has(first.sid);
      const words = {
        name: first.author_name || t('someone'),
        place: describePlace(copy, place, first.widget_name).text,
      };
      const label = isNew ? t('pinUnread', words) : t('pin', words);
      return [{ id: first.sid, at, label, text: String(1 + replies.length), isUnread: isNew, isOpen }];
    });
    if (pins.length === 0) return undefined;
    const onOpen = (id: string) => view.setState({ comments: { opened: id, writing: null } });
    return { pins, onOpen };
  }, [threads, unread, copy, opened, view]);
}

/** Says to screen readers what others write from now on. */
function useAnnouncedComments(threads: readonly Thread[], isLoaded: boolean): void {
  const describe = useDescribePlace();
  const last = useRef<string | null>(null);
  const arrived = useEffectEvent(() => {
    if (!isLoaded) return;
    const all = threads.flatMap(({ first, replies }) => [first, ...replies].map((each) => ({ each, first })));
    const newest = all.toSorted((one, other) => (one.each.sid < other.each.sid ? 1 : -1))[0];
    const before = last.current;
    last.current = newest?.each.sid ?? '';
    if (before === null || newest === undefined || newest.each.sid <= before) return;
    const { each, first } = newest;
    if (each.client === commentClient()) return;
    const t = wordsOf('comments');
    const place = describe(placeOf(first), first.widget_name).text;
    announce(t('arrived', { name: each.author_name || t('someone'), place }));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: when comments come, not when the flow is edited
  useEffect(() => arrived(), [threads, isLoaded]);
}
