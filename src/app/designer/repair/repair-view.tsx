/** A working copy that cannot be opened: why, and what can be opened instead, each by one click. */

import '../../words/chunks/change-words.ts';
import '../../words/chunks/late-words.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download, FileCode, History, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RepairSource, WorkingCopyRepair } from '#api/flows/repair.ts';
import { doneText } from '../../changes/edit-text.ts';
import { flowKeys, useFlowSummaries } from '../../client/flows.ts';
import { repairQuery, repairWorkingCopy } from '../../client/repair.ts';
import { AuthorMark } from '../../flow-state/author-mark.tsx';
import { editAuthor } from '../../flow-state/edit-author.ts';
import { FlowStateMark, shownState } from '../../flow-state/flow-state-mark.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { downloadFile } from '../../ui/download-file.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import { Pill } from '../../ui/marks/pill.tsx';
import { Thumbnail } from '../../ui/marks/thumbnail.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { pageClient } from '../../unsaved-work/page-lock.ts';
import { shortDateAndTime, shortDateAndTimeInSentence } from '../../words/date-time.ts';
import { fileSize } from '../../words/file-size.ts';
import { listText } from '../../words/locale.ts';
import { useWords } from '../../words/use-words.ts';
import { ownName } from '../presence/own-name.ts';
import '../../ui/panel.css';
import './repair-view.css';

export type RepairViewProps = { sid: string; onRepaired(): Promise<unknown> };

export function RepairView({ sid, onRepaired }: RepairViewProps) {
  const t = useWords('repair');
  const { data, error, refetch } = useQuery(repairQuery(sid));
  if (error !== null)
    return (
      <ErrorState title={t('failed')} onRetry={() => void refetch()}>
        {error.message}
      </ErrorState>
    );
  if (data === undefined) return <Skeleton lines={6} />;
  return <Ways sid={sid} repair={data} onRepaired={onRepaired} />;
}

function Ways({ sid, repair, onRepaired }: RepairViewProps & { repair: WorkingCopyRepair }) {
  const t = useWords('repair');
  const queries = useQueryClient();
  const opening = useMutation({
    mutationFn: (by: RepairSource) =>
      repairWorkingCopy(sid, { by, seq: repair.seq, client: pageClient, authorName: ownName() }),
    onSuccess: async () => {
      void queries.invalidateQueries({ queryKey: flowKeys.summaries });
      await onRepaired();
    },
  });
  const isOpening = (by: RepairSource) => opening.isPending && opening.variables === by;
  const open = (by: RepairSource) => () => {
    if (!opening.isPending) opening.mutate(by);
  };
  const { snapshot, revision } = repair;
  const number = revision.number;
  return (
    <div className="repair">
      <div className="in">
        <div>
          <h2 className="repair-title">{t('title')}</h2>
          <p className="lead">
            <Reason repair={repair} /> <StillPublished sid={sid} />
          </p>
        </div>
        <div className="ways">
          {snapshot === null ? (
            <Way picture={<Icon of={History} size={20} />} title={t('noSnapshot')} text={t('noSnapshotText')}>
              <Button size="lg" isDisabled>
                {t('openSnapshot')}
              </Button>
            </Way>
          ) : (
            <Way
              picture={<Thumbnail outline={snapshot.outline} width={88} height={60} />}
              title={t('snapshot')}
              lost={t('loses', { count: snapshot.lost_edits })}
              text={`${snapshot.at === null ? t('snapshotFirst') : t('snapshotAt', { when: when(snapshot.at) })} ${t('widgets', { count: snapshot.widgets })}`}
              hint={snapshot.authors.length > 0 && t('editedBy', { names: listText(snapshot.authors) })}
            >
              <Button size="lg" kind="primary" isBusy={isOpening('snapshot')} onPress={open('snapshot')}>
                {t('openSnapshot')}
              </Button>
            </Way>
          )}
          <Way
            picture={<Thumbnail outline={revision.outline} width={88} height={60} />}
            title={t('revision', { revision: number })}
            lost={t('loses', { count: revision.lost_edits })}
            text={`${t(revision.status === 'published' ? 'revisionPublished' : 'revisionSaved', { when: whenInSentence(revision.at) })} ${t('editsStay')}`}
            hint={revision.message !== null && revision.message !== '' && `“${revision.message}”`}
          >
            <Button
              size="lg"
              kind={snapshot === null ? 'primary' : 'plain'}
              isBusy={isOpening('revision')}
              onPress={open('revision')}
            >
              {t('openRevision', { revision: number })}
            </Button>
          </Way>
          {repair.stored !== null && <Stored sid={sid} text={repair.stored} />}
        </div>
        {opening.error !== null && (
          <p className="repair-failed" role="alert">
            <b>{t('couldNotOpen')}</b> {opening.error.message}
          </p>
        )}
        <Facts repair={repair} />
        <p className="sml mut repair-note">
          <Icon of={Info} size={14} />
          {t('refused')}
        </p>
      </div>
    </div>
  );
}

function Stored({ sid, text }: { sid: string; text: string }) {
  const t = useWords('repair');
  return (
    <Way
      picture={<Icon of={FileCode} size={20} />}
      title={t('stored')}
      text={t('storedText', { size: fileSize(new Blob([text]).size) })}
      hint={t('storedHint')}
    >
      <Button size="lg" icon={Download} onPress={() => downloadFile(`${sid}.json`, text)}>
        {t('download')}
      </Button>
    </Way>
  );
}

const when = (at: number) => shortDateAndTime(at, Date.now());
const whenInSentence = (at: number) => shortDateAndTimeInSentence(at, Date.now());

function Reason({ repair: { damage, edit } }: { repair: WorkingCopyRepair }) {
  const t = useWords('repair');
  if (damage === null) return t('unreadable');
  const words = { found: damage.found || t('nothing'), expected: t(`expected.${damage.expected}`) };
  return edit === null ? t('damaged', words) : t('damagedBy', { ...words, when: whenInSentence(edit.at) });
}

/** The state of the flow, and that its copy is damaged, next to its name. */
export function RepairState({ sid }: { sid: string }) {
  const t = useWords('repair');
  const { data } = useFlowSummaries();
  const flow = data?.find((each) => each.sid === sid);
  return (
    <>
      {flow !== undefined && (
        <span className="state-chip">
          <FlowStateMark {...shownState(flow)} />
        </span>
      )}
      <Pill tone="danger">{t('damagedCopy')}</Pill>
    </>
  );
}

/** Where one can go instead. */
export function RepairLinks({ sid }: { sid: string }) {
  const t = useWords('repair');
  return (
    <>
      <Link to="/flows/$sid/executions" params={{ sid }} className={buttonClass()}>
        {t('executions')}
      </Link>
      <Link to="/flows/$sid/history" params={{ sid }} className={buttonClass()}>
        {t('history')}
      </Link>
    </>
  );
}

/** What goes on meanwhile: contacts never depend on the working copy. */
function StillPublished({ sid }: { sid: string }) {
  const t = useWords('repair');
  const { data } = useFlowSummaries();
  const flow = data?.find((each) => each.sid === sid);
  const revision = flow === undefined ? null : shownState(flow).revision;
  if (flow === undefined || revision === null) return null;
  return `${t('published', { revision })} ${t('active', { count: flow.active_executions })}`;
}

type WayProps = {
  picture: ReactNode;
  title: string;
  lost?: string;
  text: string;
  hint?: ReactNode;
  children: ReactNode;
};

function Way({ picture, title, lost, text, hint, children }: WayProps) {
  return (
    <section className="way" aria-label={title}>
      <span className="pv">{picture}</span>
      <div>
        <h3>
          {title}
          {lost !== undefined && <span className="lost">{lost}</span>}
        </h3>
        <p>{text}</p>
        {hint && <span className="hint">{hint}</span>}
      </div>
      {children}
    </section>
  );
}

/** Where it breaks, and the edit that did it, where these are known. */
function Facts({ repair: { damage, edit } }: { repair: WorkingCopyRepair }) {
  const t = useWords('repair');
  const by = { author: edit?.author_name ?? '', client: edit?.client ?? '' };
  return (
    <div className="facts">
      {damage !== null && (
        <section className="panel" aria-label={t('where')}>
          <header>
            <h2>{t('where')}</h2>
          </header>
          <pre className="inside">
            {damage.place}: <b>{damage.found || t('nothing')}</b>
          </pre>
        </section>
      )}
      {edit !== null && (
        <section className="panel" aria-label={t('edit')}>
          <header>
            <h2>{t('edit')}</h2>
          </header>
          <div className="inside">
            <p className="repair-author">
              <AuthorMark by={by} />
              <b className="grow clip">{editAuthor(by)}</b>
              <span className="sml mut">{when(edit.at)}</span>
            </p>
            <p className="sml sec">{doneText(edit.label)}</p>
          </div>
        </section>
      )}
    </div>
  );
}
