/** The panel of comments on a flow: its threads, and a field for a new one. */

import { MessageSquareCheck, MessageSquarePlus, MessageSquareText, X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { WorkingCopy } from '#flow/change/working-copy.ts';
import { renamesSince } from '#flow/commands/named-widgets.ts';
import { renameMentions } from '#flow/edit/rename-mentions.ts';
import { type CommentPlace, type CommentResource, useAddComment, useComments } from '../client/comments.ts';
import { useMembers } from '../client/people/people.ts';
import { Button } from '../ui/button.tsx';
import { QueryList } from '../ui/display/query-list.tsx';
import { SegmentedControl } from '../ui/forms/segmented-control.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { useWords } from '../words/use-words.ts';
import {
  commentClient,
  keepDraft,
  markRead,
  readDraft,
  readMarks,
  subscribeToReadMarks,
} from './browser-state.ts';
import { CommentThread } from './comment-thread.tsx';
import { Composer } from './composer.tsx';
import { isUnread, knownNames, mentionsMe, placeOf, type Thread, threadsOf } from './thread.ts';
import './comments.css';

export type CommentsPanelProps = {
  /** The flow on the server; null for a local draft, which has no comments. */
  flow: string | null;
  /** SID of the comment that the address names: a thread, or a reply in it. */
  opened: string | null;
  /** Where a new comment is being written. */
  writing: CommentPlace | null;
  /** The flow as it is shown: comments follow its renames. */
  copy: WorkingCopy;
  /** The names of those who have the flow open. */
  here: readonly string[];
  ownName(): string;
  /** A place in words, and whether the canvas can show it. */
  describe(place: CommentPlace, widgetName: string | null): { text: string; isShown: boolean };
  /** What the comments are about has reached the server; false when that fails. */
  beforeSend(): Promise<boolean>;
  onOpen(comment: string | null): void;
  onWrite(place: CommentPlace | null): void;
  /** Begins a comment about what is selected. */
  onNew(): void;
  onShowPlace(place: CommentPlace): void;
  onClose(): void;
};

export function CommentsPanel(props: CommentsPanelProps) {
  const { flow, writing, onNew, onClose } = props;
  const t = useWords('comments');
  return (
    <aside
      className="insp comments"
      aria-label={t('title')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
    >
      <div className="ih">
        <h2 className="nm grow">{t('title')}</h2>
        {flow !== null && writing === null && (
          <IconButton icon={MessageSquarePlus} label={t('newComment')} keys={['M']} onPress={onNew} />
        )}
        <IconButton icon={X} label={t('close')} onPress={onClose} />
      </div>
      {flow === null ? (
        <EmptyState icon={MessageSquareText} title={t('localTitle')}>
          {t('localText')}
        </EmptyState>
      ) : (
        <Threads {...props} flow={flow} />
      )}
    </aside>
  );
}

/** The server's answer has the names of the time when it was read. */
function currentText(copy: WorkingCopy, { text, widgets }: CommentResource): string {
  if (widgets === null) return text;
  return renameMentions(text, renamesSince(copy, widgets, Object.keys(widgets)));
}

type ThreadsProps = CommentsPanelProps & { flow: string };

function Threads(props: ThreadsProps) {
  const { flow, opened, writing, copy, here, ownName, describe, onNew } = props;
  const t = useWords('comments');
  const list = useComments(flow);
  const all = (list.data ?? []).map((each) => ({ ...each, text: currentText(copy, each) }));
  const threads = threadsOf(all);
  const openThread = threads.find(({ first, replies }) =>
    [first, ...replies].some(({ sid }) => sid === opened),
  );
  const [filter, setFilter] = useFilter(openThread);
  const read = useReadMarks(flow);
  const members = useMembers().data ?? [];
  const active = members.filter(({ status }) => status === 'active');
  const names = knownNames(
    all,
    here,
    active.map(({ name }) => name),
  );
  const shown = threads.filter(({ isResolved }) => isResolved === (filter === 'resolved'));
  const open = threads.filter(({ isResolved }) => !isResolved).length;
  const isMissing = list.isSuccess && opened !== null && openThread === undefined;
  useMarkRead(flow, openThread, threads);
  useKeptDraft(props);
  return (
    <>
      <div className="comments-filter">
        <SegmentedControl
          label={t('filter')}
          segments={[
            { value: 'open', label: t('open'), count: open },
            { value: 'resolved', label: t('resolved'), count: threads.length - open },
          ]}
          value={filter}
          onChange={setFilter}
        />
      </div>
      <div className="comments-body">
        {writing !== null && <NewThread {...props} place={writing} names={names} />}
        {isMissing && (
          <p className="none pad" role="status">
            {t('missing')}
          </p>
        )}
        <QueryList
          list={list}
          count={shown.length}
          failedTitle={t('failedTitle')}
          empty={writing === null && <Nothing filter={filter} hasAny={threads.length > 0} onNew={onNew} />}
        >
          <ul className="comment-threads">
            {shown.map((thread) => {
              const { first } = thread;
              const place = placeOf(first);
              const { text, isShown } = describe(place, first.widget_name);
              const isOpen = thread === openThread;
              return (
                <CommentThread
                  key={first.sid}
                  thread={thread}
                  place={text}
                  hasPlace={isShown}
                  names={names}
                  ownName={ownName}
                  isOpen={isOpen}
                  isUnread={isUnread(thread, read, commentClient())}
                  isMentioned={!thread.isResolved && mentionsMe(thread, ownName(), commentClient())}
                  onToggle={() => props.onOpen(isOpen ? null : first.sid)}
                  onShowPlace={() => props.onShowPlace(place)}
                />
              );
            })}
          </ul>
        </QueryList>
      </div>
    </>
  );
}

type NothingProps = { filter: 'open' | 'resolved'; hasAny: boolean; onNew(): void };

function Nothing({ filter, hasAny, onNew }: NothingProps) {
  const t = useWords('comments');
  if (filter === 'resolved')
    return (
      <EmptyState icon={MessageSquareCheck} title={t('noneResolvedTitle')}>
        {t('noneResolvedText')}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={MessageSquareText}
      title={t(hasAny ? 'noneOpenTitle' : 'emptyTitle')}
      actions={
        <Button icon={MessageSquarePlus} onPress={onNew}>
          {t('write')}
        </Button>
      }
    >
      {t(hasAny ? 'noneOpenText' : 'emptyText')}
    </EmptyState>
  );
}

type NewThreadProps = ThreadsProps & { place: CommentPlace; names: readonly string[] };

function NewThread({ flow, place, names, ownName, describe, beforeSend, onOpen, onWrite }: NewThreadProps) {
  const t = useWords('comments');
  const add = useAddComment(flow);
  const [isUnsent, setUnsent] = useState(false);
  const failure = isUnsent ? t('unsent') : add.error && t('failed', { reason: add.error.message });
  const send = async (text: string) => {
    // A widget that the server does not know yet cannot be commented on.
    const isReady = place.kind !== 'widget' || (await beforeSend());
    setUnsent(!isReady);
    if (!isReady) return;
    const author = { name: ownName(), client: commentClient() };
    const added = await add.mutateAsync({ text, place, author });
    keepDraft(flow, null, { text: '', place: null });
    onWrite(null);
    onOpen(added.sid);
  };
  return (
    <div className="comment-new">
      <Composer
        label={t('newOn', { place: describe(place, null).text })}
        submit={t('send')}
        initial={readDraft(flow, null)?.text ?? ''}
        names={names}
        autoFocus
        isBusy={add.isPending}
        failure={failure}
        onChange={(text) => {
          keepDraft(flow, null, { text, place });
          add.reset();
          setUnsent(false);
        }}
        // Why it failed is shown below the field.
        onSubmit={(text) => void send(text).catch(() => {})}
        onCancel={() => {
          keepDraft(flow, null, { text: '', place: null });
          onWrite(null);
        }}
      />
    </div>
  );
}

type Filter = 'open' | 'resolved';

/** Shows where the open thread is, also when that moves to the other list. */
function useFilter(openThread: Thread | undefined): [Filter, (filter: Filter) => void] {
  const [filter, setFilter] = useState<Filter>('open');
  const isResolved = openThread?.isResolved;
  useEffect(() => {
    if (isResolved !== undefined) setFilter(isResolved ? 'resolved' : 'open');
  }, [isResolved]);
  return [filter, setFilter];
}

function useReadMarks(flow: string) {
  return useSyncExternalStore(subscribeToReadMarks, () => readMarks(flow));
}

/** The open thread is read as long as the page is visible. */
function useMarkRead(flow: string, open: Thread | undefined, threads: readonly Thread[]): void {
  useEffect(() => {
    if (open === undefined) return;
    const mark = () => {
      if (document.visibilityState === 'hidden') return;
      markRead(
        flow,
        open.first.sid,
        open.newest.sid,
        threads.map(({ first }) => first.sid),
      );
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [flow, open, threads]);
}

/** What was being written when the page was left is there again. */
function useKeptDraft({ flow, opened, writing, onWrite }: ThreadsProps): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the panel opens
  useEffect(() => {
    const place = readDraft(flow, null)?.place ?? null;
    if (place !== null && opened === null && writing === null) onWrite(place);
  }, [flow]);
}
