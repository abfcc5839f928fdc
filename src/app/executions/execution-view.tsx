/** One execution: its path on the revision that it ran, its steps, and what it knew after each. */

import { getRouteApi } from '@tanstack/react-router';
import { Eye } from 'lucide-react';
import {
  lazy,
  memo,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { ExecutionView as View } from '#api/executions/schemas.ts';
import type { CanvasHandle } from '../canvas/canvas-props.ts';
import { useSubflowNames } from '../client/flows.ts';
import { useRevision } from '../client/revisions.ts';
import { contextAfter } from '../execution-steps/context-after.ts';
import { runPath, stepsOnCanvas, widgetsNearStep } from '../execution-steps/path-of-steps.ts';
import { announce } from '../shell/announce.tsx';
import { JsonTree } from '../ui/display/json-tree.tsx';
import { SegmentedControl } from '../ui/forms/segmented-control.tsx';
import { Count } from '../ui/marks/count.tsx';
import { Icon } from '../ui/marks/icon.tsx';
import { ErrorState } from '../ui/states/error-state.tsx';
import { Skeleton } from '../ui/states/skeleton.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { useWords } from '../words/use-words.ts';
import { ConversationPanel } from './conversation-panel.tsx';
import { ExecutionDetails } from './execution-details.tsx';
import { Scrubber } from './scrubber.tsx';
import type { ExecutionSearch } from './search-params.ts';
import { StepList } from './step-list.tsx';
import { useNarrowWindow } from './use-narrow-window.ts';
import './execution-view.css';

const FlowCanvas = lazy(() => import('../canvas/flow-canvas.tsx').then((m) => ({ default: m.FlowCanvas })));

type ExecutionTab = 'steps' | NonNullable<ExecutionSearch['view']>;

const route = getRouteApi('/shell/flows/$sid/executions/$executionSid');

export type ExecutionViewProps = {
  view: View;
  flowName: string;
  /** Why what is shown may not be the newest; null when it is. */
  doubt: string | null;
};

export function ExecutionView({ view, flowName, doubt }: ExecutionViewProps) {
  const t = useWords('executions');
  const { view: tab } = route.useSearch();
  const navigate = route.useNavigate();
  const isNarrow = useNarrowWindow();
  const total = view.steps.length;
  const { selected, select } = useSelectedStep(total);
  // The scrubber and the list are drawn first; what takes longer follows as soon as there is time.
  const drawn = useDeferredValue(selected);
  const drawnView = useDeferredValue(view);
  useStepAnnouncements(view);
  const revision = useRevision(view.execution.flow_sid, view.execution.flow_version);

  const steps = <StepList view={view} doubt={doubt} selected={selected} onSelect={select} />;
  const context = <ContextPanel view={drawnView} selected={drawn} />;
  const conversation = <ConversationPanel view={view} definition={revision.data?.definition ?? null} />;
  const isTalk = tab === 'conversation';
  const showTab = (id: ExecutionTab) =>
    void navigate({
      search: ({ view: _, ...rest }) => ({ ...rest, ...(id !== 'steps' && { view: id }) }),
      replace: true,
    });
  const middle = (
    <div className="mid">
      <PathCanvas view={drawnView} flowName={flowName} selected={drawn} onSelect={select} />
      <Scrubber view={view} selected={selected} onSelect={select} />
    </div>
  );
  if (isNarrow) {
    return (
      <div className="narrow">
        {middle}
        <Tabs
          label={t('views')}
          selected={tab ?? 'steps'}
          onSelect={showTab}
          tabs={[
            { id: 'steps', label: t('steps'), count: total, content: steps },
            { id: 'conversation', label: t('conversation.title'), content: conversation },
            { id: 'context', label: t('context'), content: context },
            {
              id: 'details',
              label: t('details'),
              content: <ExecutionDetails view={view} flowName={flowName} />,
            },
          ]}
        />
      </div>
    );
  }
  return (
    <>
      {middle}
      <aside className="ran" aria-label={t('stepsAndContext')}>
        <section className="steps" aria-label={t('steps')}>
          <div className="phd">
            <h2>{t(isTalk ? 'conversation.title' : 'steps')}</h2>
            {!isTalk && <Count value={total} />}
            <span className="end">
              <SegmentedControl<'steps' | 'conversation'>
                label={t('nextToThePath')}
                value={isTalk ? 'conversation' : 'steps'}
                onChange={showTab}
                segments={[
                  { value: 'steps', label: t('steps') },
                  { value: 'conversation', label: t('conversation.title') },
                ]}
              />
            </span>
          </div>
          {isTalk ? conversation : steps}
        </section>
        {context}
      </aside>
    </>
  );
}

/** Of a flow with more widgets than this only the path is brought into view at first. */
const maxWidgetsFitted = 16;

/** How long a step is shown before the canvas moves to it. */
const revealAfterMs = 120;

type PathCanvasProps = { view: View; flowName: string; selected: number; onSelect(seq: number): void };

const PathCanvas = memo(function PathCanvas({ view, flowName, selected, onSelect }: PathCanvasProps) {
  const t = useWords('executions');
  const { flow_sid: flowSid, flow_version: version, contact_channel_address: contact } = view.execution;
  const revision = useRevision(flowSid, version);
  const canvas = useRef<CanvasHandle>(null);
  const definition = revision.data?.definition ?? null;
  const onCanvas = useMemo(
    () => (definition ? stepsOnCanvas(definition, view.steps) : null),
    [definition, view.steps],
  );
  const path = useMemo(
    () => (onCanvas ? runPath(view, onCanvas, selected) : null),
    [view, onCanvas, selected],
  );
  const focus = path?.currentWidget ?? path?.steps[selected - 1]?.from ?? null;
  useEffect(() => {
    if (focus === null) return;
    // Not while the steps fly past: the picture would never rest.
    const timer = setTimeout(() => canvas.current?.reveal([focus]), revealAfterMs);
    return () => clearTimeout(timer);
  }, [focus]);
  const appear = useEffectEvent((handle: CanvasHandle) => {
    if (path === null || definition === null) return;
    if (definition.states.length > maxWidgetsFitted) handle.fitTo(widgetsNearStep(path, selected));
    else if (focus !== null) handle.reveal([focus]);
  });
  const [attach] = useState(() => (handle: CanvasHandle | null) => {
    canvas.current = handle;
    if (handle !== null) appear(handle);
  });

  const flowNames = useSubflowNames(definition);
  const chosen = useMemo(() => new Set<string>(), []);
  /** A click on a card selects the next step from it, after the selected one. */
  const chooseWidget = (widgets: ReadonlySet<string>) => {
    const [widget] = widgets;
    if (widget === undefined || path === null) return;
    const left = path.steps.flatMap(({ from }, index) => (from === widget ? [index + 1] : []));
    const seq = left.find((each) => each > selected) ?? left[0];
    if (seq !== undefined) onSelect(seq);
  };

  if (revision.isError || (revision.data && definition === null)) {
    return <ErrorState title={t('revisionFailed')} onRetry={() => void revision.refetch()} />;
  }
  if (definition === null || path === null) return <Skeleton lines={3} />;
  return (
    <div className="path-stage">
      <Suspense fallback={<Skeleton lines={3} />}>
        <FlowCanvas
          ref={attach}
          definition={definition}
          flowNames={flowNames}
          path={path}
          selected={chosen}
          onSelect={chooseWidget}
          label={t('canvasOf', { contact: contact ?? t('unknownContact'), name: flowName })}
          initialView="readable"
        />
      </Suspense>
      <span className="ro">
        <Icon of={Eye} size={14} />
        {t('readOnly')}
      </span>
    </div>
  );
});

/** Says each new step of a running execution, not those that were there on arrival. */
function useStepAnnouncements(view: View): void {
  const t = useWords('executions');
  const known = useRef({ sid: view.execution.sid, steps: view.steps.length });
  useEffect(() => {
    const { sid } = view.execution;
    const last = view.steps.at(-1);
    if (known.current.sid === sid && view.steps.length > known.current.steps && last) {
      const isOver = last.transitioned_to === 'Ended';
      announce(
        isOver
          ? t('endAnnouncement', { event: last.name })
          : t('stepAnnouncement', { event: last.name, widget: last.transitioned_to }),
      );
    }
    known.current = { sid, steps: view.steps.length };
  }, [view, t]);
}

/** Browsers refuse an address that changes with each frame. */
const restMs = 150;

/** In the address as soon as it rests. The newest of the `total` steps is followed as it moves: then the address names no step. */
function useSelectedStep(total: number): { selected: number; select(seq: number): void } {
  const { step } = route.useSearch();
  const navigate = route.useNavigate();
  const [moving, setMoving] = useState<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const newest = useRef(total);
  useEffect(() => {
    newest.current = total;
  }, [total]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const select = useCallback(
    (wanted: number) => {
      const seq = Math.max(1, wanted);
      setMoving(seq);
      clearTimeout(timer.current);
      timer.current = setTimeout(async () => {
        await navigate({
          search: ({ step: _, ...rest }) => ({ ...rest, ...(seq < newest.current && { step: seq }) }),
          replace: true,
        });
        setMoving((now) => (now === seq ? null : now));
      }, restMs);
    },
    [navigate],
  );
  return { selected: Math.min(moving ?? step ?? total, total), select };
}

type ContextPanelProps = { view: View; selected: number };

/** The variables after the selected step, with what it added and changed. */
const ContextPanel = memo(function ContextPanel({ view, selected }: ContextPanelProps) {
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
