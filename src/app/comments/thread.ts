/** Comments as threads: a first comment with the replies to it. */

import type { CommentPlace, CommentResource } from '../client/comments.ts';
import { mentions } from './mentions.ts';

export type Thread = {
  first: CommentResource;
  /** Oldest first. */
  replies: readonly CommentResource[];
  newest: CommentResource;
  isResolved: boolean;
};

/** Which comment of each thread was the newest when it was shown in this browser, by the SIDs. */
export type ReadMarks = Readonly<Record<string, string>>;

/** The threads, the one with the newest comment first. */
export function threadsOf(comments: readonly CommentResource[]): Thread[] {
  const oldestFirst = comments.toSorted(bySid);
  const replies = Map.groupBy(oldestFirst, ({ thread_sid }) => thread_sid);
  return (replies.get(null) ?? [])
    .map((first): Thread => {
      const own = replies.get(first.sid) ?? [];
      return {
        first,
        replies: own,
        newest: own.at(-1) ?? first,
        isResolved: first.status === 'resolved',
      };
    })
    .toSorted((one, other) => bySid(other.newest, one.newest));
}

/** Where a thread is, by its first comment. */
export function placeOf({ widget, x, y }: CommentResource): CommentPlace {
  if (widget !== null) return { kind: 'widget', widget };
  return x === null || y === null ? { kind: 'flow' } : { kind: 'place', x, y };
}

/** Whose names can be mentioned: those who are here, then those who have written, then the other members, without repetition. */
export function knownNames(
  comments: readonly CommentResource[],
  here: readonly string[],
  members: readonly string[] = [],
): string[] {
  const names = [...here, ...comments.map(({ author_name }) => author_name), ...members];
  return [...new Set(names.filter((name) => name !== ''))];
}

/** True while another author has written something in it that was not shown in this browser. */
export function isUnread({ first, newest, isResolved }: Thread, read: ReadMarks, client: string): boolean {
  return !isResolved && newest.client !== client && (read[first.sid] ?? '') < newest.sid;
}

/** True when another author has mentioned that name in it. */
export function mentionsMe({ first, replies }: Thread, name: string, client: string): boolean {
  if (name === '') return false;
  return [first, ...replies].some((each) => each.client !== client && mentions(each.text, name));
}

function bySid(one: CommentResource, other: CommentResource): number {
  return one.sid < other.sid ? -1 : 1;
}
