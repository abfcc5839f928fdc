/** The variables after the selected step, with what it added and changed. */

import { memo, useMemo } from 'react';
import type { ExecutionView } from '#api/executions/schemas.ts';
import { contextAfter } from '../execution-steps/context-after.ts';
import { JsonTree } from '../ui/display/json-tree.tsx';
import { useWords } from '../words/use-words.ts';
import './context-panel.css';

type ContextPanelProps = { view: ExecutionView; selected: number };

export const ContextPanel = memo(function ContextPanel({ view, selected }: ContextPanelProps) {
  const t = useWords('executions');
  const { steps } = view;
  const { context, marks, added, changed } = useMemo(() => contextAfter(steps, selected), [steps, selected]);
  const title = t('contextAfter', { seq: selected });
  return (
    <section className="ctx" aria-label={title}>
      <div className="phd">
        <h2 className="clip">{title}</h2>
        <span className="end row">
          {added > 0 && <span className="dk add">{t('added', { count: added })}</span>}
          {changed > 0 && <span className="dk chg">{t('changed', { count: changed })}</span>}
        </span>
      </div>
      {view.execution.contact_channel_address === null ? (
        <p className="removed sec">{t('removedText')}</p>
      ) : (
        <JsonTree label={title} value={context} marks={marks} />
      )}
    </section>
  );
});
