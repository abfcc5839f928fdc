/** A thread in the panel: its first comment, and when it is open its replies and what can be done with it. */

import { Check, Link2, LocateFixed, RotateCcw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useAddComment, useChangeComment } from '../client/comments.ts';
import { Avatar } from '../people/avatar.tsx';
import { announce } from '../shell/announce.tsx';
import { Button } from '../ui/button.tsx';
import { copyText } from '../ui/copy-text.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Pill } from '../ui/marks/pill.tsx';
import { toast } from '../ui/overlays/toast.ts';
import { useWords, wordsOf } from '../words/use-words.ts';
import { commentClient, keepDraft, readDraft } from './browser-state.ts';
import { CommentItem } from './comment-item.tsx';
import { CommentText } from './comment-text.tsx';
import { Composer } from './composer.tsx';
import type { Thread } from './thread.ts';

export type CommentThreadProps = {
  thread: Thread;
  /** Where it is, in words. */
  place: string;
  /** False where there is nothing to show: about the flow, or at a deleted widget. */
  hasPlace: boolean;
  names: readonly string[];
  ownName(): string;
  isOpen: boolean;
  isUnread: boolean;
  isMentioned: boolean;
  onToggle(): void;
  onShowPlace(): void;
};

export function CommentThread(props: CommentThreadProps) {
  const { thread, place, names, isOpen, isUnread, isMentioned, onToggle } = props;
  const t = useWords('comments');
  const { first, replies } = thread;
  const toggle = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // Opened by its pin or by a link, it may be out of sight.
    if (isOpen) toggle.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  const author = first.author_name || t('someone');
  return (
    <li className="comment-thread" data-open={isOpen} data-thread={first.sid}>
      <button
        ref={toggle}
        type="button"
        className="comment-place"
        aria-expanded={isOpen}
        aria-label={t('thread', { name: author, place })}
        onClick={onToggle}
      >
        <span className="clip grow">{place}</span>
        {isMentioned && <Pill tone="accent">{t('mentionsYou')}</Pill>}
        {isUnread && <span className="unread-dot" role="img" aria-label={t('unread')} />}
      </button>
      {isOpen ? <OpenThread {...props} /> : <Preview names={names} thread={thread} count={replies.length} />}
    </li>
  );
}

type PreviewProps = { thread: Thread; names: readonly string[]; count: number };

function Preview({ thread: { first }, names, count }: PreviewProps) {
  const t = useWords('comments');
  return (
    <div className="comment-preview">
      <p className="comment-head">
        <Avatar sid={first.author} name={first.author_name || t('someone')} />
        <b>{first.author_name || t('someone')}</b>
      </p>
      <CommentText text={first.text} names={names} />
      {count > 0 && <span className="mut">{t('replies', { count })}</span>}
    </div>
  );
}

function OpenThread({ thread, names, ownName, hasPlace, onShowPlace }: CommentThreadProps) {
  const t = useWords('comments');
  const { first, replies, isResolved } = thread;
  const change = useChangeComment(first.flow_sid);
  const setStatus = () =>
    change.mutate({
      sid: first.sid,
      status: isResolved ? 'open' : 'resolved',
      author: { name: ownName(), client: commentClient() },
    });
  return (
    <>
      {[first, ...replies].map((comment) => (
        <CommentItem key={comment.sid} comment={comment} names={names} ownName={ownName} />
      ))}
      {isResolved && (
        <p className="mut comment-resolved">
          {t('resolvedBy', { name: first.resolved_by_name || t('someone') })}
        </p>
      )}
      <div className="comment-acts">
        <Button icon={isResolved ? RotateCcw : Check} isBusy={change.isPending} onPress={setStatus}>
          {t(isResolved ? 'reopen' : 'resolve')}
        </Button>
        <span className="grow" />
        {hasPlace && <IconButton icon={LocateFixed} label={t('showPlace')} onPress={onShowPlace} />}
        <IconButton icon={Link2} label={t('copyLink')} onPress={() => void copyCommentLink(first.sid)} />
      </div>
      {change.error && (
        <p className="failure" role="alert">
          {t('failed', { reason: change.error.message })}
        </p>
      )}
      <Reply key={first.sid} thread={thread} names={names} ownName={ownName} />
    </>
  );
}

function Reply({
  thread: { first },
  names,
  ownName,
}: Pick<CommentThreadProps, 'thread' | 'names' | 'ownName'>) {
  const t = useWords('comments');
  const { flow_sid: flow, sid } = first;
  const add = useAddComment(flow);
  /** A new one begins with an empty field. */
  const [count, setCount] = useState(0);
  return (
    <Composer
      key={count}
      label={t('reply')}
      submit={t('reply')}
      initial={readDraft(flow, sid)?.text ?? ''}
      names={names}
      autoFocus={count > 0}
      isBusy={add.isPending}
      failure={add.error && t('failed', { reason: add.error.message })}
      onChange={(text) => {
        keepDraft(flow, sid, { text, place: null });
        add.reset();
      }}
      onSubmit={(text) =>
        add.mutate(
          {
            text,
            place: { kind: 'thread', thread: sid },
            author: { name: ownName(), client: commentClient() },
          },
          {
            onSuccess() {
              keepDraft(flow, sid, { text: '', place: null });
              setCount(count + 1);
            },
          },
        )
      }
    />
  );
}

/** Copies the address of a comment. Of an open comment the page's own address is that link, should the browser refuse to copy. */
async function copyCommentLink(comment: string): Promise<void> {
  const t = wordsOf('comments');
  const url = new URL(location.href);
  url.search = new URLSearchParams({ comment }).toString();
  const message = await copyText(url.href).then(
    () => t('linkCopied'),
    () => t('linkFailed'),
  );
  toast({ message });
  announce(message);
}
