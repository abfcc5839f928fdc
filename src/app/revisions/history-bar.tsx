/** The top bar of the history page: which revisions are shown, and restoring, rolling back and comparing them. */

import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { ChevronDown, ChevronLeft, GitCompareArrows, RotateCcw, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { RevisionResource } from '#api/flows/resources.ts';
import { TopBar } from '../shell/top-bar.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { Pill } from '../ui/pill.tsx';
import { useWords } from '../words/use-words.ts';
import { RollBackDialog } from './roll-back-dialog.tsx';
import { comparisonOf, type ShownRevisions } from './search-params.ts';
import { useRestore } from './use-restore.ts';

const route = getRouteApi('/shell/flows/$sid/history');

export type HistoryBarProps = {
  flowName: string;
  revisions: readonly RevisionResource[];
  newest: number | null;
  published: number | null;
  shown: ShownRevisions | null;
};

export function HistoryBar({ flowName, revisions, newest, published, shown }: HistoryBarProps) {
  const t = useWords('revisions');
  const { sid } = route.useParams();
  return (
    <TopBar
      before={
        <Link to="/flows/$sid/history" params={{ sid }} className="btn ghost ico back" aria-label={t('back')}>
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
      beside={
        <span className="history-status">
          {published === null ? (
            <Pill>{t('neverPublished')}</Pill>
          ) : (
            <Pill mark="dot" tone="live">
              {t('publishedRevision', { revision: published })}
            </Pill>
          )}
          {newest !== null && newest !== published && (
            <Pill mark="ring" tone="warn">
              {t('draftRevision', { revision: newest })}
            </Pill>
          )}
        </span>
      }
    >
      {shown !== null && newest !== null && (
        <Actions
          key={shown.to}
          sid={sid}
          flowName={flowName}
          revisions={revisions}
          newest={newest}
          published={published}
          shown={shown}
        />
      )}
    </TopBar>
  );
}

type ActionsProps = HistoryBarProps & { sid: string; newest: number; shown: ShownRevisions };

function Actions({ sid, flowName, revisions, newest, published, shown: { to } }: ActionsProps) {
  const t = useWords('revisions');
  const navigate = useNavigate();
  const restore = useRestore(sid, to, newest);
  const [isRollingBack, setRollingBack] = useState(false);
  const isRollBack =
    published !== null &&
    to < published &&
    revisions.some((each) => each.revision === to && each.status === 'published');
  const others = revisions.filter(({ revision }) => revision !== to);
  return (
    <>
      {others.length > 0 && (
        <Menu
          label={t('compareWith')}
          placement="bottom end"
          trigger={
            <Button
              kind="ghost"
              icon={GitCompareArrows}
              iconAfter={ChevronDown}
              aria-label={t('compareWith')}
            >
              <span className="what">{t('compareWith')}</span>
            </Button>
          }
          items={others.map(({ revision, commit_message }) => ({
            id: String(revision),
            label: t('revision', { revision }),
            ...(commit_message && { hint: commit_message.slice(0, maxHint) }),
            onAction: () =>
              void navigate({
                to: '/flows/$sid/history',
                params: { sid },
                search: { compare: comparisonOf(revision, to) },
              }),
          }))}
        />
      )}
      {to < newest && (
        <Button icon={RotateCcw} isBusy={restore.isBusy} onPress={restore.start}>
          {t('restore', { revision: to })}
        </Button>
      )}
      {isRollBack && (
        <Button icon={Undo2} kind="primary" onPress={() => setRollingBack(true)}>
          {t('rollBack')}
        </Button>
      )}
      {isRollingBack && published !== null && (
        <RollBackDialog
          sid={sid}
          flowName={flowName}
          revision={to}
          published={published}
          newest={newest}
          onClose={() => setRollingBack(false)}
        />
      )}
    </>
  );
}

/** Characters of a message in the menu. */
const maxHint = 40;
