/** The dialog that puts chosen changes back: what it will change, and what else has to come along. */

import { type ReactNode, useMemo, useState } from 'react';
import type { FlowDefinition } from '#flow/definition.ts';
import type { Change } from '#flow/diff/change.ts';
import { diff } from '#flow/diff/diff.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { Skeleton } from '../ui/states/skeleton.tsx';
import { useWords } from '../words/use-words.ts';
import { ChangeSentences } from './change-sentences.tsx';
import { type Comparison, type PutBack, putBack } from './put-back.ts';
import './put-back-dialog.css';

export type PutBackDialogProps = {
  title: string;
  comparison: Comparison;
  chosen: readonly Change[];
  /** Above the result: what else can be chosen. */
  children?: ReactNode;
  /** Where the changes are put back; null while it is loading. */
  target: FlowDefinition | null;
  isBusy: boolean;
  failure: string | null;
  onClose(): void;
  /** The buttons that do it; they get null as long as it cannot be done. */
  actions(definition: FlowDefinition | null): ReactNode;
};

export function PutBackDialog(props: PutBackDialogProps) {
  const { title, comparison, chosen, target, isBusy, failure, onClose, actions, children } = props;
  const t = useWords('comparison');
  const [along, setAlong] = useState<readonly Change[]>([]);
  const result = useMemo(
    () => (target === null ? null : putBack(comparison, [...chosen, ...along], target)),
    [comparison, chosen, along, target],
  );
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      isBusy={isBusy}
      failure={failure}
      footer={
        <>
          <Button size="lg" onPress={onClose}>
            {t('cancel')}
          </Button>
          <span className="grow" />
          {actions(result?.kind === 'fits' ? result.definition : null)}
        </>
      }
    >
      <div className="put-back">
        {children}
        {result === null || target === null ? (
          <Skeleton lines={3} />
        ) : (
          <Result result={result} target={target} onTakeAlong={(more) => setAlong([...along, ...more])} />
        )}
        {along.length > 0 && <p className="mut">{t('takenAlong', { count: along.length })}</p>}
      </div>
    </Dialog>
  );
}

type ResultProps = {
  result: PutBack;
  target: FlowDefinition;
  onTakeAlong(changes: readonly Change[]): void;
};

function Result({ result, target, onTakeAlong }: ResultProps) {
  const t = useWords('comparison');
  switch (result.kind) {
    case 'fits': {
      const changes = diff(target, result.definition);
      return changes.changes.length === 0 ? <p>{t('isThereAlready')}</p> : <ChangeSentences diff={changes} />;
    }
    case 'missing':
      return (
        <div role="alert">
          {result.missing.map(({ from, to }) => (
            <p key={`${from} ${to}`}>
              {from === null ? t('startMissing', { to }) : t('targetMissing', { from, to })}
            </p>
          ))}
          {result.needed.length > 0 && (
            <>
              <p>{t('needed')}</p>
              <ul className="change-sentences">
                {result.needed.map(({ text }) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
              <Button onPress={() => onTakeAlong(result.needed)}>
                {t('takeAlong', { count: result.needed.length })}
              </Button>
            </>
          )}
        </div>
      );
    case 'conflicts':
      return (
        <div role="alert">
          <p>{t('changedSince')}</p>
          <ul className="change-sentences">
            {result.conflicts.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      );
  }
}
