/** The conflict dialog: compares a newer revision of the server with one's own changes before either is chosen. */

import { useMemo } from 'react';
import type { FlowResource } from '#api/flows/resources.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { diff } from '#flow/diff/diff.ts';
import { summarizeChanges } from '#flow/diff/summarize-changes.ts';
import { FlowCanvas } from '../../canvas/flow-canvas.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useWords } from '../../words/use-words.ts';
import { useDesigner, useDocument } from '../designer-context.tsx';
import { countUnsavedChanges } from '../document/document-store.ts';
import { relativeTime } from './relative-time.ts';
import './conflict-dialog.css';

export function ConflictDialog({ newer }: { newer: FlowResource }) {
  const t = useWords('designer');
  const { view, commands } = useDesigner();
  const base = useDocument((state) => state.base?.draft.definition ?? null);
  const mine = useDocument((state) => state.history.present.definition);
  const changes = useDocument(countUnsavedChanges);
  const isBusy = useDocument((state) => state.saving);
  const { revision, commit_message, definition, friendly_name } = newer;
  const when = relativeTime(newer.date_updated ?? newer.date_created, Date.now());
  const values = { revision, when, message: commit_message ?? '', name: friendly_name };
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
          <Button size="lg" kind="primary" isBusy={isBusy} onPress={() => void commands.saveAsNextRevision()}>
            {t('saveAsRevision', { revision: revision + 1 })}
          </Button>
        </>
      }
    >
      <div className="conflict-comparison">
        <p className="sec">{t(commit_message ? 'revisionWithMessage' : 'revisionSaved', values)}</p>
        <div className="sides">
          <Side title={t('theirChanges', { revision })} before={base} after={definition} />
          <Side title={t('myChanges', { count: changes })} before={base} after={mine} />
        </div>
        {definition && (
          <div className="preview">
            <FlowCanvas
              definition={definition}
              selected={noWidgets}
              onSelect={() => {}}
              label={t('previewOf', values)}
            />
          </div>
        )}
        <p className="mut">{t('conflictHelp', { revision, next: revision + 1 })}</p>
      </div>
    </Dialog>
  );
}

const noWidgets: ReadonlySet<string> = new Set();

type SideProps = { title: string; before: FlowDefinition | null; after: FlowDefinition | null };

function Side({ title, before, after }: SideProps) {
  const t = useWords('designer');
  const summary = useMemo(
    () => (before === null || after === null ? '' : summarizeChanges(diff(before, after).changes)),
    [before, after],
  );
  return (
    <section>
      <h3>{title}</h3>
      <p>{summary || t('noChanges')}</p>
    </section>
  );
}
