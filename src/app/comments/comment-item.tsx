/** One comment: who wrote it and when, its text, and what its author can do with it. */

import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type CommentResource, useChangeComment, useDeleteComment } from '../client/comments.ts';
import { useSession } from '../client/people/session.ts';
import { Avatar } from '../people/avatar.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { RelativeTime } from '../ui/marks/relative-time.tsx';
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx';
import { Menu } from '../ui/overlays/menu.tsx';
import { useWords } from '../words/use-words.ts';
import { commentClient, keepDraft, readDraft } from './browser-state.ts';
import { CommentText } from './comment-text.tsx';
import { Composer } from './composer.tsx';

export type CommentItemProps = {
  comment: CommentResource;
  names: readonly string[];
  /** The name of the person at this browser. */
  ownName(): string;
};

export function CommentItem({ comment, names, ownName }: CommentItemProps) {
  const t = useWords('comments');
  const { sid, flow_sid, text, author, author_name, client, date_created, date_edited, thread_sid } = comment;
  const person = useSession().data?.person?.sid;
  const [isEditing, setEditing] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const change = useChangeComment(flow_sid);
  const remove = useDeleteComment(flow_sid);
  // A member on any device; of the account’s own credentials this browser.
  const isOwn = person === undefined ? client === commentClient() : author === person;
  const draft = `edit.${sid}`;
  const endEditing = () => {
    keepDraft(flow_sid, draft, { text: '', place: null });
    setEditing(false);
  };
  const edit = { id: 'edit', label: t('edit'), icon: Pencil, onAction: () => setEditing(true) };
  const actions = [
    ...(isOwn ? [edit] : []),
    {
      id: 'delete',
      label: t('delete'),
      icon: Trash2,
      tone: 'danger' as const,
      onAction: () => setDeleting(true),
    },
  ];
  return (
    <div className="comment">
      <div className="comment-head">
        <Avatar sid={author} name={author_name || t('someone')} />
        <b className="clip">{author_name || t('someone')}</b>
        <RelativeTime at={date_created} className="mut" />
        {date_edited !== null && <span className="mut">{t('edited')}</span>}
        <span className="grow" />
        <Menu
          label={t('more')}
          placement="bottom end"
          trigger={<IconButton icon={Ellipsis} label={t('more')} />}
          items={actions}
        />
      </div>
      {isEditing ? (
        <Composer
          label={t('edit')}
          submit={t('save')}
          initial={readDraft(flow_sid, draft)?.text ?? text}
          names={names}
          autoFocus
          isBusy={change.isPending}
          failure={change.error && t('failed', { reason: change.error.message })}
          onChange={(next) => {
            keepDraft(flow_sid, draft, { text: next, place: null });
            change.reset();
          }}
          onSubmit={(next) =>
            change.mutate(
              { sid, text: next, author: { name: ownName(), client: commentClient() } },
              { onSuccess: endEditing },
            )
          }
          onCancel={endEditing}
        />
      ) : (
        <CommentText text={text} names={names} />
      )}
      <ConfirmDialog
        title={t('deleteTitle')}
        submit={t('delete')}
        isOpen={isDeleting}
        change={remove}
        onSubmit={(whenDone) => remove.mutate(sid, whenDone)}
        onClose={() => setDeleting(false)}
      >
        {thread_sid === null ? t('deleteThreadText') : t('deleteText')}
      </ConfirmDialog>
    </div>
  );
}
