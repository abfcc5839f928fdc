/** The edits of a flow's working copy by everybody, newest first; new ones appear as they are made. */

import { getRouteApi, Link } from '@tanstack/react-router';
import { Redo2, Save, SquarePen, Undo2 } from 'lucide-react';
import { useMemo } from 'react';
import { doneText } from '../changes/edit-text.ts';
import { type EditRow, groupEdits } from '../changes/group-edits.ts';
import { useEdits } from '../client/edits.ts';
import { AuthorMark } from '../flow-state/author-mark.tsx';
import { editAuthor } from '../flow-state/edit-author.ts';
import { QueryList } from '../ui/display/query-list.tsx';
import { Icon } from '../ui/marks/icon.tsx';
import { RelativeTime } from '../ui/marks/relative-time.tsx';
import { useWords } from '../words/use-words.ts';
import { ListChoice } from './list-choice.tsx';
import type { EditRange } from './search-params.ts';
import { WindowedHistory } from './windowed-history.tsx';
import './revision-list.css';

const route = getRouteApi('/shell/flows/$sid/history');

export type EditListProps = {
  sid: string;
  /** The number of the newest edit; null while it is not known. */
  head: number | null;
  revisions: number | null;
  shown: EditRange | null;
};

export function EditList({ sid, head, revisions, shown }: EditListProps) {
  const t = useWords('edits');
  const list = useEdits(sid, head);
  const rows = useMemo(() => groupEdits(list.data?.pages.flatMap(({ edits }) => edits) ?? []), [list.data]);
  const isShown = (row: EditRow) => shown !== null && row.first <= shown.last && shown.last <= row.last;
  return (
    <aside className="revision-list" aria-label={t('edits')}>
      <div className="hd">
        <h2 className="vh">{t('edits')}</h2>
        <ListChoice chosen="edits" revisions={revisions} />
      </div>
      {rows.length === 0 ? (
        <div className="rows">
          <QueryList
            list={list}
            count={0}
            failedTitle={t('failed')}
            empty={<p className="none">{t('empty')}</p>}
            lines={8}
          >
            {null}
          </QueryList>
        </div>
      ) : (
        <WindowedHistory list={list} rows={rows} keyOf={({ first }) => first} shown={rows.find(isShown)}>
          {(row) => <EditListRow row={row} isShown={isShown(row)} />}
        </WindowedHistory>
      )}
    </aside>
  );
}

function EditListRow({ row, isShown }: { row: EditRow; isShown: boolean }) {
  const t = useWords('edits');
  const { sid } = route.useParams();
  const { view, layout } = route.useSearch();
  const how = { ...(view && { view }), ...(layout && { layout }) };
  const { first, last, count, label, at, revision } = row;
  return (
    <div className={isShown ? 'row on' : 'row'}>
      <Link
        to="/flows/$sid/history"
        params={{ sid }}
        search={revision === null ? { list: 'edits', edits: `${first}..${last}`, ...how } : { revision }}
        aria-current={isShown ? 'true' : undefined}
      >
        <Icon of={iconOf(row)} size={14} />
        <span className="grow">
          <span className="top">
            <span className="grow clip message" title={doneText(label)}>
              {doneText(label)}
            </span>
          </span>
          <span className="meta">
            <AuthorMark by={row} />
            <span className="grow clip">
              {editAuthor(row)}
              {count > 1 && ` · ${t('count', { count })}`}
            </span>
            <RelativeTime at={at} className="nowrap" />
          </span>
        </span>
      </Link>
    </div>
  );
}

function iconOf({ label, revision }: EditRow) {
  if (revision !== null) return Save;
  if ('undo' in label) return Undo2;
  return label.name === 'restoreEdit' ? Redo2 : SquarePen;
}
