/** What this browser remembers of comments: who writes here, what was shown, and what is being written. */

import type { CommentPlace } from '../client/comments.ts';
import { keep, readKept } from '../ui/browser-storage.ts';
import { randomId } from '../ui/random-id.ts';
import type { ReadMarks } from './thread.ts';

const clientKey = 'patchbay.comments.client';
const readKey = (flow: string) => `patchbay.comments.read.${flow}`;
const draftKey = (flow: string, thread: string | null) =>
  `patchbay.comments.draft.${flow}${thread === null ? '' : `.${thread}`}`;

/** Where the browser refuses storage, the page writes under this name as long as it lives. */
const pageClient = randomId();

/** The name under which the server knows this browser. */
export function commentClient(): string {
  const known = readKept(clientKey);
  if (known !== null) return known;
  keep(clientKey, pageClient);
  return pageClient;
}

const listeners = new Set<() => void>();
const marks = new Map<string, ReadMarks>();

/** Calls `listener` when something was shown, here or in another page of the browser. */
export function subscribeToReadMarks(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key?.startsWith(readKey('')) !== true) return;
    marks.delete(key.slice(readKey('').length));
    listener();
  };
  listeners.add(listener);
  addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', onStorage);
  };
}

/** The same object until something is shown. */
export function readMarks(flow: string): ReadMarks {
  const known = marks.get(flow) ?? parse<ReadMarks>(readKept(readKey(flow))) ?? {};
  marks.set(flow, known);
  return known;
}

/** The thread has been shown with its newest comment; marks of threads that are not among `threads` are forgotten. */
export function markRead(flow: string, thread: string, newest: string, threads: readonly string[]): void {
  const known = readMarks(flow);
  if (known[thread] === newest) return;
  const kept = Object.entries(known).filter(([each]) => threads.includes(each));
  const next = { ...Object.fromEntries(kept), [thread]: newest };
  marks.set(flow, next);
  keep(readKey(flow), JSON.stringify(next));
  for (const listener of listeners) listener();
}

/** A comment that is being written; `place` is where a new thread begins, null for a reply. */
export type CommentDraft = { text: string; place: CommentPlace | null };

/** `thread` is null for a new one. */
export function readDraft(flow: string, thread: string | null): CommentDraft | null {
  return parse<CommentDraft>(readKept(draftKey(flow, thread)));
}

export function keepDraft(flow: string, thread: string | null, draft: CommentDraft): void {
  keep(draftKey(flow, thread), draft.text === '' ? null : JSON.stringify(draft));
}

/** What is kept was written here, or is not JSON. */
function parse<Value>(text: string | null): Value | null {
  try {
    return text === null ? null : (JSON.parse(text) as Value);
  } catch {
    return null;
  }
}
