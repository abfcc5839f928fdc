/** The state of a flow: its mark and its words, the same in every list, the palette and the header. */

import type { FlowSummary } from '#api/flows/schemas.ts';
import type { FlowState } from '#flow/flow-state.ts';
import { Dot } from '../ui/marks/pill.tsx';
import { useWords } from '../words/use-words.ts';
import './flow-state.css';

/** What is shown of a flow; `local` is one that only this browser has. `revision` is the published one. */
export type ShownState = {
  state: FlowState | 'local';
  revision: number | null;
  /** How many changes are not published; null for none. */
  changes: number | null;
};

/** What is shown of a flow as the server describes it. */
export function shownState({
  state,
  published_revision,
  unpublished_changes,
}: Pick<FlowSummary, 'state' | 'published_revision' | 'unpublished_changes'>): ShownState {
  return { state, revision: published_revision, changes: unpublished_changes };
}

/** `Published 2 · changes`; with the number where `isCounted`: `Published 2 · 3 changes`. */
export function FlowStateMark({
  state,
  revision,
  changes,
  isCounted = false,
}: ShownState & { isCounted?: boolean }) {
  const t = useWords('flowState');
  const word = () => {
    switch (state) {
      case 'local':
        return t('local');
      case 'draft':
        return t('draft');
      case 'published':
      case 'changed':
        return (
          <>
            {t('published')} <b className="num">{revision}</b>
          </>
        );
    }
  };
  return (
    <span className="flow-state">
      <StateDot state={state} />
      <span>
        {word()}
        {state === 'changed' && (
          <>
            {' · '}
            <span className={isCounted ? 'unpublished' : ''}>
              {isCounted ? t('changes', { count: changes ?? 0 }) : t('changed')}
            </span>
          </>
        )}
      </span>
    </span>
  );
}

/** What the state means, below its mark. */
export function FlowStateNote({ state, changes }: Pick<ShownState, 'state' | 'changes'>) {
  const t = useWords('flowState');
  switch (state) {
    case 'local':
      return <small>{t('localHint')}</small>;
    case 'draft':
      return <small>{t('neverPublished')}</small>;
    case 'published':
      return <small>{t('upToDate')}</small>;
    case 'changed':
      return <small className="unpublished">{t('notPublished', { count: changes ?? 0 })}</small>;
  }
}

export function StateDot({ state }: { state: FlowState | 'local' }) {
  switch (state) {
    case 'local':
    case 'draft':
      return <Dot mark="ring" tone="warn" />;
    case 'published':
      return <Dot tone="live" />;
    case 'changed':
      return <Dot mark="changed" />;
  }
}
