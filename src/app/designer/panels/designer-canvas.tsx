/** The canvas of the designer, with its quick-add list. */

import { X } from 'lucide-react';
import { type RefObject, useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { CanvasCoverage, CanvasHandle, PendingCord } from '../../canvas/canvas-props.ts';
import { FlowCanvas } from '../../canvas/flow-canvas.tsx';
import { useSubflowNames } from '../../client/flows.ts';
import { testPath } from '../../execution-steps/path-of-steps.ts';
import type { OutletCoverage } from '../../simulator/kept-test-results.ts';
import { newestOf } from '../../simulator/test-run-store.ts';
import type { TrafficCounts } from '../../traffic/traffic-counts.ts';
import { TrafficPeriodChoice } from '../../traffic/traffic-period.tsx';
import { type TrafficPeriod, useCanvasTraffic } from '../../traffic/use-canvas-traffic.ts';
import { WaitingElsewhere } from '../../traffic/waiting-elsewhere.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useWords } from '../../words/use-words.ts';
import { addPlacedWidget, connectPlacement } from '../commands/add-placed-widget.ts';
import { canvasEditing } from '../commands/canvas-editing.ts';
import { useCommentPins } from '../comments/use-comment-pins.ts';
import { useDesigner, useDocument, useFindings, useTestRun, useView } from '../designer-context.tsx';
import { QuickAdd } from '../finding/quick-add.tsx';
import { useOpeningView } from '../opening-view.ts';
import { type QuickAddRequest, selectWidgets } from '../view-store.ts';
import './traffic-bar.css';

export type DesignerCanvasProps = {
  canvas: RefObject<CanvasHandle | null>;
  /** Opens the settings of the selected widget. */
  onOpen(): void;
};

export function DesignerCanvas({ canvas, onOpen }: DesignerCanvasProps) {
  const designer = useDesigner();
  const { view } = designer;
  const definition = useDocument((state) => state.history.present.definition);
  const name = useDocument((state) => state.history.present.name);
  const findings = useFindings((state) => state.findings);
  const selected = useView((state) => state.selected);
  const request = useView((state) => state.quickAdd);
  const selectedCord = useView((state) => state.selectedCord);
  // Typing in a field must not wait for the rendering of a thousand cards.
  const preview = useView((state) => state.preview);
  const drawn = useDeferredValue(preview);
  const rendered = useDeferredValue(preview?.definition ?? definition);
  const flowNames = useSubflowNames(rendered);
  const editing = useMemo(() => canvasEditing(designer, onOpen), [designer, onOpen]);
  const pendingCord = useMemo(() => pendingCordOf(request), [request]);
  const simulation = useTestRun(({ isOpen, moments }) =>
    isOpen ? (newestOf(moments)?.simulation ?? null) : null,
  );
  const path = useMemo(
    () => (simulation === null ? null : testPath(simulation, rendered)),
    [simulation, rendered],
  );
  const outlets = useTestRun(({ isOpen, showsCoverage, results }) =>
    isOpen && showsCoverage ? (results?.outlets ?? null) : null,
  );
  const coverage = useMemo(() => (outlets === null ? undefined : canvasCoverage(outlets)), [outlets]);
  const sid = useDocument((state) => state.base?.flow.sid ?? null);
  const isTrafficOpen = useView((state) => state.trafficOpen);
  const [period, setPeriod] = useState<TrafficPeriod>('day');
  const traffic = useCanvasTraffic({
    sid: isTrafficOpen ? sid : null,
    definition: rendered,
    revision: null,
    period,
  });
  const comments = useCommentPins();
  const { openingView, choose } = useOpeningView();
  useReveal(canvas, rendered === (preview?.definition ?? definition));
  useFollow(canvas, path?.currentWidget ?? null);
  return (
    <>
      <FlowCanvas
        ref={canvas}
        definition={rendered}
        flowNames={flowNames}
        findings={findings}
        {...(path && { path })}
        {...(drawn && { changes: drawn.marks })}
        coverage={coverage}
        traffic={traffic.traffic ?? undefined}
        comments={comments}
        selected={selected}
        onSelect={(widgets) => selectWidgets(view, widgets)}
        editing={editing}
        label={name}
        initialView={openingView}
        onChooseView={choose}
        pendingCord={pendingCord}
        selectedCord={selectedCord}
      />
      {isTrafficOpen && sid !== null && (
        <TrafficBar
          sid={sid}
          counts={traffic.counts}
          isFailed={traffic.query.isError}
          period={period}
          onPeriod={setPeriod}
          onClose={() => view.setState({ trafficOpen: false })}
        />
      )}
      {request && (
        <QuickAdd
          request={request}
          definition={definition}
          onClose={() => view.setState({ quickAdd: null })}
          onType={(type) => addPlacedWidget(designer, type, request.placement)}
          onExisting={(widget) => connectPlacement(designer, request.placement, widget)}
        />
      )}
    </>
  );
}

/** The cord from the outlet to the open list. */
function pendingCordOf(request: QuickAddRequest | null): PendingCord | null {
  const from = request?.placement.from ?? null;
  return request === null || from === null ? null : { from, at: request.at };
}

/** Scrolls `reveal` into view once it is rendered. */
function useReveal(canvas: RefObject<CanvasHandle | null>, isRendered: boolean): void {
  const { view } = useDesigner();
  const reveal = useView((state) => state.reveal);
  useEffect(() => {
    if (reveal === null || !isRendered) return;
    // The canvas can scroll only after it has measured itself.
    const frame = requestAnimationFrame(() => {
      view.setState({ reveal: null });
      if (reveal === 'all') canvas.current?.fit();
      else if ('place' in reveal) canvas.current?.revealPlace(reveal.place);
      else canvas.current?.reveal(reveal);
    });
    return () => cancelAnimationFrame(frame);
  }, [reveal, isRendered, canvas, view]);
}

/** Keeps the widget at which a test run waits in view. */
function useFollow(canvas: RefObject<CanvasHandle | null>, widget: string | null): void {
  useEffect(() => {
    if (widget !== null) canvas.current?.reveal([widget]);
  }, [widget, canvas]);
}

/** Coverage as the canvas draws it: the tests of each outlet, by the ids of widget and outlet with a space between. */
function canvasCoverage(outlets: readonly OutletCoverage[]): CanvasCoverage {
  return new Map(outlets.map(({ widget, outlet, tests }) => [`${widget} ${outlet}`, tests]));
}

type TrafficBarProps = {
  sid: string;
  /** Null while they are loaded, or cannot be. */
  counts: TrafficCounts | null;
  isFailed: boolean;
  period: TrafficPeriod;
  onPeriod(period: TrafficPeriod): void;
  onClose(): void;
};

/** Says what the counts on the canvas are, while they are shown. */
function TrafficBar({ sid, counts, isFailed, period, onPeriod, onClose }: TrafficBarProps) {
  const live = useWords('livePicture');
  const status = isFailed
    ? live('failedTitle')
    : counts === null
      ? ''
      : live('waiting', { count: counts.waitingInAll });
  return (
    <section className="traffic-bar" data-lane="top" aria-label={live('title')}>
      <b role="status">{status}</b>
      {counts !== null && <WaitingElsewhere sid={sid} elsewhere={counts.elsewhere} />}
      <TrafficPeriodChoice value={period} onChange={onPeriod} />
      <IconButton icon={X} label={live('hide')} onPress={onClose} />
    </section>
  );
}
