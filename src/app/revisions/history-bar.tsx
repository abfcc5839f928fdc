/** The top bar of the history page: which revisions are shown, and restoring, rolling back and comparing them. */

import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { CalendarClock, ChevronLeft, RotateCcw, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { HistoryEntry } from '#api/flows/history.ts';
import { RollBackDialog } from '../changes/roll-back-dialog.tsx';
import { usePublishing } from '../client/publishing.ts';
import { useRevision } from '../client/revisions.ts';
import { FlowStateMark, shownState } from '../flow-state/flow-state-mark.tsx';
import { TopBar } from '../shell/top-bar.tsx';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Icon } from '../ui/marks/icon.tsx';
import { useWords } from '../words/use-words.ts';
import { CompareMenu } from './compare-menu.tsx';
import { PublishingDialog } from './publishing-dialog.tsx';
import { RestoreDialog } from './restore-dialog.tsx';
import type { ShownRevisions } from './search-params.ts';

const route = getRouteApi('/shell/flows/$sid/history');

export type HistoryBarProps = {
  flowName: string;
  /** Those of the list that are loaded. */
  entries: readonly HistoryEntry[];
  newest: number | null;
  published: number | null;
  shown: ShownRevisions | null;
  /** What else can be done with what is shown. */
  children?: ReactNode;
};

export function HistoryBar({ flowName, entries, newest, published, shown, children }: HistoryBarProps) {
  const t = useWords('revisions');
  const { sid } = route.useParams();
  const { list } = route.useSearch();
  const publishing = usePublishing(sid);
  return (
    <TopBar
      before={
        <Link
          to="/flows/$sid/history"
          params={{ sid }}
          search={list === undefined ? {} : { list }}
          className="btn ghost ico back"
          aria-label={t('back')}
        >
          <Icon of={ChevronLeft} size={20} />
        </Link>
      }
      breadcrumbs={[
        <Link to="/flows" key="flows">
          {t('flows')}
        </Link>,
        <Link to="/flows/$sid" params={{ sid }} key="flow">
          {flowName || sid}
        </Link>,
      ]}
      title={t('history')}
      afterTitle={
        publishing.data && (
          <span className="state-chip history-status">
            <FlowStateMark {...shownState(publishing.data)} isCounted />
          </span>
        )
      }
    >
      <PublishingButton sid={sid} flowName={flowName} />
      {shown !== null && <CompareMenu revisions={entries} shown={shown.to} />}
      {shown !== null && shown.to !== 'working' && newest !== null && (
        <Actions
          key={shown.to}
          sid={sid}
          flowName={flowName}
          newest={newest}
          published={published}
          to={shown.to}
        />
      )}
      {children}
    </TopBar>
  );
}

function PublishingButton({ sid, flowName }: { sid: string; flowName: string }) {
  const t = useWords('publishing');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton icon={CalendarClock} label={t('open')} onPress={() => setOpen(true)} />
      {isOpen && <PublishingDialog sid={sid} flowName={flowName} onClose={() => setOpen(false)} />}
    </>
  );
}

type ActionsProps = Omit<HistoryBarProps, 'shown' | 'entries' | 'children'> & {
  sid: string;
  newest: number;
  to: number;
};

function Actions({ sid, flowName, newest, published, to }: ActionsProps) {
  const t = useWords('revisions');
  const [isRestoring, setRestoring] = useState(false);
  const [isRollingBack, setRollingBack] = useState(false);
  const navigate = useNavigate();
  const shownRevision = useRevision(sid, to);
  const isRollBack = published !== null && to < published && shownRevision.data?.status === 'published';
  return (
    <>
      {to < newest && (
        <Button icon={RotateCcw} onPress={() => setRestoring(true)}>
          {t('restore', { revision: to })}
        </Button>
      )}
      {isRollBack && (
        <Button icon={Undo2} kind="primary" onPress={() => setRollingBack(true)}>
          {t('rollBack')}
        </Button>
      )}
      {isRestoring && (
        <RestoreDialog sid={sid} revision={to} newest={newest} onClose={() => setRestoring(false)} />
      )}
      {isRollingBack && published !== null && (
        <RollBackDialog
          sid={sid}
          flowName={flowName}
          revision={to}
          published={published}
          newest={newest}
          onClose={() => setRollingBack(false)}
          onRolledBack={(revision) =>
            void navigate({ to: '/flows/$sid/history', params: { sid }, search: { revision } })
          }
        />
      )}
    </>
  );
}
