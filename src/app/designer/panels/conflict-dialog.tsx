/** The revision that someone saved meanwhile, to look at before deciding whose stands on top. */

import { useMemo } from 'react';
import type { FlowResource } from '#api/flows.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { diff } from '#flow/diff/diff.ts';
import { summarizeChanges } from '#flow/diff/summarize-changes.ts';
import { FlowCanvas } from '../../canvas/flow-canvas.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

import { useWords } from '../../words/use-words.ts';
import { useDesigner, useDocument } from '../designer-context.tsx';
import { countUnsavedChanges } from '../document/document-store.ts';
import { when as whenOf } from './relative-time.ts';

export function ConflictDialog({ newer }: { newer: FlowResource }) {
  const t = useWords('designer');
  const { view, commands } = useDesigner();
  const base = useDocument((state) => state.base?.draft.definition ?? null);
  const mine = useDocument((state) => state.history.present.definition);
  const changes = useDocument(countUnsavedChanges);
  const isBusy = useDocument((state) => state.saving);
  const { revision, commit_message, definition, friendly_name } = newer;
  const when = whenOf(newer.date_updated ?? newer.date_created, Date.now());
  const values = { revision, when, message: commit_message ?? '', name: friendly_name };
  return (
    <Dialog
      title={t('newerTitle', values)}
      isOpen
      onClose={() => view.setState({ dialog: null })}
      isBusy={isBusy}
      size="wide"
      bare
      footer={
        <>
          <Button size="lg" kind="danger" onPress={commands.discardChanges}>
            {t('discardMine')}
          </Button>
          <span className="grow" />
          <Button size="lg" kind="primary" isBusy={isBusy} onPress={() => void commands.saveAsNextRevision()}>
            {t('saveOnTop', { revision: revision + 1 })}
          </Button>
        </>
      }
    >
      <div className="newerview">
        <p className="sec">{t(commit_message ? 'newerMessage' : 'newerPlain', values)}</p>
        <div className="sides">
          <Side title={t('theirChanges', { revision })} before={base} after={definition} />
          <Side title={t('myChanges', { count: changes })} before={base} after={mine} />
        </div>
        {definition && (
          <div className="preview">
            <FlowCanvas
              definition={definition}
              selected={nothing}
              onSelect={() => {}}
              label={t('previewOf', values)}
            />
          </div>
        )}
        <p className="mut">{t('newerHelp', { revision })}</p>
      </div>
    </Dialog>
  );
}

const nothing: ReadonlySet<string> = new Set();

type SideProps = { title: string; before: FlowDefinition | null; after: FlowDefinition | null };

function Side({ title, before, after }: SideProps) {
  const t = useWords('designer');
  const said = useMemo(
    () => (before === null || after === null ? '' : summarizeChanges(diff(before, after))),
    [before, after],
  );
  return (
    <section>
      <h3>{title}</h3>
      <p>{said || t('noChanges')}</p>
    </section>
  );
}
