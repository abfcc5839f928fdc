/** Removal with undo: the row is hidden at once, the request is sent when the toast with Undo closes. */

import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useDeferredKeys } from '../../client/deferred-requests.ts';
import type { EmailTarget } from '../../client/email/email-target.ts';
import { deferWithUndo } from '../../ui/overlays/defer-with-undo.ts';
import { useWords } from '../../words/use-words.ts';
import { useEmailTarget } from './use-email-target.ts';

/** A kind of thing that can be removed; the parts of `Id` say which one. */
type Removable<Id extends readonly (string | number)[]> = {
  kind: string;
  /** The query that lists them, which is read again afterwards. */
  list(target: EmailTarget): QueryKey;
  send(target: EmailTarget, ...id: Id): Promise<void>;
};

export function useRemoval<Id extends readonly (string | number)[]>({ kind, list, send }: Removable<Id>) {
  const t = useWords('email');
  const cache = useQueryClient();
  const target = useEmailTarget();
  const waiting = useDeferredKeys();
  const keyOf = (id: Id) => ['remove', kind, ...id].join(' ');
  return {
    /** Whether its request waits or is under way: lists leave it out. */
    isRemoved: (...id: Id) => waiting.has(keyOf(id)),
    /** `message` is the text of the toast, `now` the label of a button that sends the request at once. */
    remove: (id: Id, message: string, now?: string) =>
      deferWithUndo({
        key: keyOf(id),
        message,
        undo: t('undo'),
        now,
        send: () => send(target, ...id),
        failed: (reason) => t('deleteFailed', { message: reason }),
        refresh: () => cache.invalidateQueries({ queryKey: list(target) }),
      }),
  };
}
