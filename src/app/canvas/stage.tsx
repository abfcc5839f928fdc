/** The layers of the canvas, mounted once its size is known: raster layer, cards, cords, controls. React Flow is the viewport. */

import { Minus, Plus, Scan } from 'lucide-react';
import { type FocusEvent, lazy, type Ref, useCallback, useMemo, useRef, useState } from 'react';
import {
  type NodeTypes,
  ReactFlow,
  type ReactFlowProps,
  useStore,
  useStoreApi,
  ViewportPortal,
} from 'reactflow';
import { Icon } from '../ui/marks/icon.tsx';
import { LatePart } from '../ui/states/late-part.tsx';
import { useAfterFirstFrame } from '../ui/states/use-after-first-frame.ts';
import { ConnectByName } from './accessibility/connect-by-name.tsx';
import { useCardFocus, useKeptFocus } from './accessibility/use-card-focus.ts';
import { DraftField } from './annotations/draft.tsx';
import type { CanvasHandle, CanvasProps, OpeningView } from './canvas-props.ts';
import { t } from './canvas-text.ts';
import { useGestures } from './interaction/gestures/gesture-machine.ts';
import { type Gesture, useInteraction, useInteractionStore } from './interaction/interaction-store.ts';
import { useCanvasReader } from './interaction/use-canvas-reader.ts';
import { useKeyboard } from './interaction/use-keyboard.ts';
import { LowerLayer, UpperLayer, useAnnotations } from './layers.tsx';
import { useColours } from './render/colours.ts';
import { useOverlay } from './render/overlay.ts';
import { rasterDragOf } from './render/raster-drag.ts';
import { RasterLayer } from './render/raster-layer.tsx';
import type { Scene } from './render/scene.ts';
import { TriggerRail } from './render/trigger-rail.tsx';
import { useCardNodes } from './render/use-card-nodes.ts';
import { WidgetCard } from './render/widget-card.tsx';
import type { CordRoutes } from './routing/use-cord-routes.ts';
import { useDragRoutes } from './routing/use-drag-routes.ts';
import { useCanvasHandle } from './use-canvas-handle.ts';
import { Minimap } from './viewport/minimap.tsx';
import { useCulling } from './viewport/use-culling.ts';
import { useViewportStyle } from './viewport/use-viewport-style.ts';
import { type ScreenSize, type Viewport, zoomLimits } from './viewport/viewport.ts';

const OutOfViewPill = lazy(async () => ({
  default: (await import('./viewport/out-of-view-pill.tsx')).OutOfViewPill,
}));

const nodeTypes: NodeTypes = { card: WidgetCard, rail: TriggerRail };
const noIds: ReadonlySet<string> = new Set();

/** React Flow pans and zooms; gestures, selection and keys are ours. */
const viewportOnly: ReactFlowProps = {
  minZoom: zoomLimits.least,
  maxZoom: zoomLimits.most,
  panOnScroll: true,
  panOnScrollSpeed: 1,
  panOnDrag: [1],
  zoomOnDoubleClick: false,
  nodesDraggable: false,
  nodesConnectable: false,
  nodesFocusable: false,
  elementsSelectable: false,
  selectionKeyCode: null,
  multiSelectionKeyCode: null,
  deleteKeyCode: null,
  disableKeyboardA11y: true,
  proOptions: { hideAttribution: true },
};

type StageProps = {
  scene: Scene;
  cordRoutes: CordRoutes;
  screen: ScreenSize;
  initial: Viewport;
  props: CanvasProps;
  handle: Ref<CanvasHandle> | undefined;
};

export function Stage({ scene, cordRoutes, screen, initial, props, handle }: StageProps) {
  const root = useRef<HTMLDivElement>(null);
  const dots = useRef<HTMLDivElement>(null);
  const interaction = useInteractionStore();
  const store = useStoreApi();
  // React Flow applies its default viewport only after the first paint; all parts here read it before.
  useState(() => store.setState({ transform: [initial.x, initial.y, initial.zoom] }));
  const { routes, cordIndex } = cordRoutes;
  const colours = useColours();
  const gesture = useInteraction((state) => state.gesture);
  const overlay = useOverlay(props, scene);
  const mounted = useCulling(scene, routes, cordIndex, screen, initial);
  const nodes = useCardNodes({ scene, mounted, overlay, gesture, props });
  const annotations = useAnnotations(props);
  const drag = useDrag(scene, cordRoutes, gesture);
  const zoom = useCallback(() => store.getState().transform[2], [store]);
  useViewportStyle(root, dots);

  const { frames } = annotations;
  const reader = useCanvasReader(root, { scene, routes, cordIndex, screen, props, frames });
  const { camera, readCanvas } = reader;
  const gestureHandlers = useGestures(interaction, readCanvas);
  const cardFocus = useCardFocus(root);
  useKeptFocus(root);
  const { walk, onKeyDown } = useKeyboard(interaction, readCanvas, cardFocus.focusCard);
  const chooseView = useCallback(
    (view: OpeningView) => {
      if (view === 'whole') camera.fit();
      else camera.zoomTo(1);
      readCanvas().props.onChooseView?.(view);
    },
    [camera, readCanvas],
  );
  useCanvasHandle(handle, root, { ...reader, ...cardFocus, chooseView, walk });
  const focusCardNow = (widget: string) => {
    cardFocus.focusCard(widget);
    cardFocus.applyFocus();
  };
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const id = target.closest<HTMLElement>('[data-card]')?.dataset.card;
    if (id !== undefined && interaction.getState().focus?.widget !== id)
      interaction.setState({ focus: { widget: id, outlet: 0 } });
  };
  const drawn = { scene, routes, overlay, colours, screen };
  const layer = {
    ...{ scene, routes, mounted, overlay, annotations, props, zoom },
    onReveal: camera.revealPlace,
  };

  const isDrawn = useAfterFirstFrame();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a canvas is no group of form fields
    <div
      ref={root}
      className={`stage d-${mounted.levelOfDetail}`}
      data-canvas
      role="group"
      aria-label={props.label}
      // A click outside the cards gives the canvas the focus, and with it the bare keys.
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      {...gestureHandlers}
    >
      <div ref={dots} className="dots" />
      <RasterLayer
        {...{ ...drawn, omitted: drag.omitted, rasterDrag: drag.raster, dragRoutes: drag.routes.routes }}
        selected={props.selected}
        mounted={mounted.widgets}
      />
      <ReactFlow {...viewportOnly} {...{ nodes, nodeTypes, ...screen }} defaultViewport={initial}>
        <ViewportPortal>
          <LowerLayer {...layer} dragRoutes={drag.routes} isRasterDrag={drag.raster !== null} />
          <UpperLayer {...layer} focusCard={focusCardNow} />
        </ViewportPortal>
      </ReactFlow>
      <ConnectByName {...{ scene, props, readCanvas }} focusCard={cardFocus.focusCard} />
      <ZoomControl
        onZoom={(factor) => camera.zoomTo(zoom() * factor)}
        onReset={() => chooseView('readable')}
        onFit={() => chooseView('whole')}
      />
      {isDrawn && props.onChooseView !== undefined && props.path === undefined && (
        <LatePart onFailed={() => {}}>
          <OutOfViewPill
            scene={scene}
            screen={screen}
            onMove={camera.moveOn}
            onFit={() => chooseView('whole')}
          />
        </LatePart>
      )}
      <Minimap {...drawn} frames={frames} />
      <DraftField editing={props.editing} />
      <Announcer />
    </div>
  );
}

/** How dragged cards are drawn: their cords, those that the raster layer paints, and what it leaves out meanwhile. */
function useDrag(scene: Scene, { routes, cordIndex }: CordRoutes, gesture: Gesture | null) {
  const dragRoutes = useDragRoutes(scene, routes, cordIndex, gesture);
  const raster = useMemo(() => rasterDragOf(gesture), [gesture]);
  const widgets = gesture?.kind === 'translating' && !gesture.isCopy ? gesture.ids : noIds;
  const cords = dragRoutes.replaced;
  const omitted = useMemo(() => ({ widgets, cords }), [widgets, cords]);
  return { routes: dragRoutes, raster, omitted };
}

/** The live region of the canvas (ARIA `aria-live`, polite). */
function Announcer() {
  const announcement = useInteraction((state) => state.announcement);
  return (
    <div className="vh" aria-live="polite">
      {announcement}
    </div>
  );
}

type ZoomControlProps = { onZoom(factor: number): void; onReset(): void; onFit(): void };

/** The zoom control: zoom out, the scale in percent, zoom in, fit the flow. */
function ZoomControl({ onZoom, onReset, onFit }: ZoomControlProps) {
  const percent = useStore(({ transform }) => Math.round(transform[2] * 100));
  return (
    <div className="corner zoomer" data-lane="bottom" data-tool>
      <button type="button" aria-label={t('zoomOut')} title={t('zoomOut')} onClick={() => onZoom(1 / 1.25)}>
        <Icon of={Minus} size={14} />
      </button>
      <button
        type="button"
        className="pc num"
        aria-label={`${percent} %, ${t('zoomReset')}`}
        title={t('zoomReset')}
        onClick={onReset}
      >
        {percent}%
      </button>
      <button type="button" aria-label={t('zoomIn')} title={t('zoomIn')} onClick={() => onZoom(1.25)}>
        <Icon of={Plus} size={14} />
      </button>
      <span className="vr" />
      <button type="button" aria-label={t('fit')} title={`${t('fit')} (Shift 1)`} onClick={onFit}>
        <Icon of={Scan} size={14} />
      </button>
    </div>
  );
}
