/** A revision on the canvas, beside what differs from another one. */

import { getRouteApi } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { isLayoutChange } from '#flow/diff/change.ts';
import type { CanvasHandle } from '../canvas/canvas-props.ts';
import { FlowCanvas } from '../canvas/flow-canvas.tsx';
import { isNotFound } from '../client/request.ts';
import { useRevision, useRevisionDiff } from '../client/revisions.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Switch } from '../ui/switch.tsx';
import { useWords } from '../words/use-words.ts';
import { ChangeList } from './change-list.tsx';
import './revision-view.css';

const route = getRouteApi('/shell/flows/$sid/history');

export type RevisionViewProps = {
  sid: string;
  flowName: string;
  /** Null for the first revision. */
  from: number | null;
  /** The revision that is drawn. */
  to: number;
  /** Of two chosen revisions: what was added or changed is marked on the canvas. */
  isComparison: boolean;
};

export function RevisionView({ sid, flowName, from, to, isComparison }: RevisionViewProps) {
  const t = useWords('revisions');
  const revision = useRevision(sid, to);
  const diff = useRevisionDiff(sid, from, to);
  const canvas = useRef<CanvasHandle>(null);
  const [widget, setWidget] = useState<string | null>(null);
  const definition = revision.data?.definition ?? null;
  const marked = useMemo(
    () =>
      new Set(
        (isComparison ? (diff.data?.changes ?? []) : []).flatMap((each) =>
          each.widget === undefined || isLayoutChange(each) ? [] : [each.widget],
        ),
      ),
    [isComparison, diff.data],
  );
  const selected = useMemo(() => (widget === null ? marked : new Set([widget])), [widget, marked]);
  const show = (name: string) => {
    setWidget(name);
    canvas.current?.reveal([name]);
  };

  const failure = revision.error ?? diff.error;
  if (failure !== null) {
    return (
      <div className="stand-in">
        {isNotFound(failure) ? (
          <EmptyState icon={SearchX} title={t('notFoundTitle')}>
            {t('notFoundText')}
          </EmptyState>
        ) : (
          <ErrorState
            title={t('loadFailed')}
            onRetry={() => void Promise.all([revision.refetch(), diff.refetch()])}
          >
            {failure.message}
          </ErrorState>
        )}
      </div>
    );
  }
  return (
    <>
      <div className="revision-stage">
        {definition === null ? (
          <Skeleton lines={4} />
        ) : (
          <FlowCanvas
            ref={canvas}
            definition={definition}
            selected={selected}
            onSelect={(widgets) => setWidget([...widgets][0] ?? null)}
            label={t('canvasOf', { revision: to, name: flowName })}
          />
        )}
      </div>
      <aside className="revision-changes" aria-label={t('changes')}>
        <div className="hd">
          <h2>{from === null ? t('firstRevision') : t('between', { from, to })}</h2>
          {from !== null && <LayoutSwitch />}
        </div>
        <div className="changes">
          {from === null && <p className="none">{t('firstRevisionText')}</p>}
          {from !== null && diff.isPending && <Skeleton lines={5} />}
          {diff.data && (
            <ChangeList diff={diff.data} definition={definition} selected={widget} onShow={show} />
          )}
        </div>
      </aside>
    </>
  );
}

function LayoutSwitch() {
  const t = useWords('revisions');
  const { layout } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Switch
      label={t('showLayout')}
      isOn={layout === true}
      onChange={(isOn) =>
        void navigate({
          search: ({ layout: _, ...rest }) => ({ ...rest, ...(isOn && { layout: true as const }) }),
          replace: true,
        })
      }
    />
  );
}
