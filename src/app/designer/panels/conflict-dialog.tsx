/** The conflict dialog: merges one's own changes with a newer revision of the server, and saves the result on top of it. */

import { Link } from '@tanstack/react-router';
import { GitCompareArrows } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { FlowResource } from '#api/flows/resources.ts';
import type { Choices } from '#flow/merge/merge.ts';
import { conflictKey } from '#flow/merge/merge.ts';
import { markTones } from '../../changes/change-list.tsx';
import { MergeConflicts } from '../../changes/merge-conflicts.tsx';
import { type MergedGroup, mergeView } from '../../changes/merge-view.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Pill } from '../../ui/pill.tsx';
import { useWords } from '../../words/use-words.ts';
import { useDesigner, useDocument } from '../designer-context.tsx';
import { countUnsavedChanges } from '../document/document-store.ts';
import { relativeTime } from './relative-time.ts';
import './conflict-dialog.css';

export function ConflictDialog({ newer }: { newer: FlowResource }) {
  const t = useWords('designer');
  const { view, commands } = useDesigner();
  const base = useDocument((state) => state.base ?? null);
  const mine = useDocument((state) => state.history.present.definition);
  const changes = useDocument(countUnsavedChanges);
  const isBusy = useDocument((state) => state.saving);
  const [choices, setChoices] = useState<Choices>(new Map());
  const { sid, revision, commit_message, definition } = newer;
  const versions = useMemo(
    () =>
      base === null || definition === null
        ? null
        : { base: base.draft.definition, ours: mine, theirs: definition },
    [base, mine, definition],
  );
  const merged = useMemo(
    () => (versions === null ? null : mergeView(versions, choices)),
    [versions, choices],
  );
  const open = merged?.conflicts.filter((each) => !choices.has(conflictKey(each))).length ?? 0;
  const when = relativeTime(newer.date_updated ?? newer.date_created, Date.now());
  const values = { revision, when, message: commit_message ?? '' };
  const result = merged?.definition ?? null;
  // Where no merge can be made, one's own version may still become the newest.
  const isUnmergeable = merged === null || (merged.problems.length > 0 && open === 0);
  return (
    <Dialog
      title={t('conflictTitle', values)}
      isOpen
      onClose={() => view.setState({ dialog: null })}
      isBusy={isBusy}
      size="wide"
      bare
      footer={
        <>
          <Button size="lg" kind="danger" onPress={commands.discardChanges}>
            {t('discardChanges')}
          </Button>
          <span className="grow" />
          <Link
            to="/flows/$sid/history"
            params={{ sid }}
            search={{ compare: `${revision}..working` }}
            className={buttonClass('plain', 'lg')}
          >
            <Icon of={GitCompareArrows} size={14} />
            {t('compareOnCanvas')}
          </Link>
          {isUnmergeable ? (
            <Button
              size="lg"
              kind="primary"
              isBusy={isBusy}
              onPress={() => void commands.saveAsNextRevision()}
            >
              {t('saveAsRevision', { revision: revision + 1 })}
            </Button>
          ) : (
            <Button
              size="lg"
              kind="primary"
              isBusy={isBusy}
              isDisabled={result === null}
              onPress={() => result !== null && void commands.saveMerged(result)}
            >
              {t('saveMerged', { revision: revision + 1 })}
            </Button>
          )}
        </>
      }
    >
      <div className="conflict-summary">
        <p>{t(commit_message ? 'revisionWithMessage' : 'revisionSaved', values)}</p>
        <p>{t('myChanges', { count: changes })}</p>
        {merged !== null && (
          <p className="counts">
            <Pill tone="live" mark="dot">
              {t('mergesCleanly', { count: merged.merged.length })}
            </Pill>
            {merged.conflicts.length > 0 && (
              <Pill tone="warn" mark="dot">
                {t('needsChoice', { count: merged.conflicts.length })}
              </Pill>
            )}
            <span className="grow" />
            <span className="mut">{t('nothingLost')}</span>
          </p>
        )}
      </div>
      {merged !== null && versions !== null && merged.conflicts.length > 0 && (
        <MergeConflicts
          conflicts={merged.conflicts}
          versions={versions}
          theirName={t('revision', { revision })}
          choices={choices}
          onChoose={(key, side) => setChoices(new Map([...choices, [key, side]]))}
        />
      )}
      {isUnmergeable && merged !== null && (
        <div className="conflict-summary" role="alert">
          {merged.problems.map((text) => (
            <p key={text}>{text}</p>
          ))}
          <p className="mut">{t('conflictHelp', { revision, next: revision + 1 })}</p>
        </div>
      )}
      {merged !== null && merged.merged.length > 0 && <Merged groups={merged.merged} revision={revision} />}
    </Dialog>
  );
}

function Merged({ groups, revision }: { groups: readonly MergedGroup[]; revision: number }) {
  const t = useWords('designer');
  const c = useWords('comparison');
  return (
    <details className="conflict-merged">
      <summary>{t('mergedCleanly')}</summary>
      <ul>
        {groups.map(({ widget, mark, side }) => (
          <li key={`${side} ${widget}`}>
            {widget ?? c('flow')}
            <Pill tone={markTones[mark]}>
              {t(side === 'ours' ? 'byYou' : 'inRevision', { mark: c(`marks.${mark}`), revision })}
            </Pill>
          </li>
        ))}
      </ul>
    </details>
  );
}
