/** What stands inside the canvas's frame once its size is known: picture, cards, cords, tools. */

import { type Ref, useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { type NodeTypes, ReactFlow, useStoreApi, ViewportPortal } from 'reactflow';
import type { Point } from '#flow/definition.ts';
import { accessibleName } from './accessibility/accessible-label.ts';
import { ConnectByName } from './accessibility/connect-by-name.tsx';
import type { SpatialIndex } from './box.ts';
import type { CanvasHandle, CanvasProps, OutletRef } from './canvas-props.ts';
import { t } from './canvas-text.ts';
import type { CanvasSnapshot } from './interaction/canvas-snapshot.ts';
import { GestureOverlay } from './interaction/gesture-overlay.tsx';
import { type Focus, useInteraction, useInteractionStore } from './interaction/interaction-store.ts';
import { useKeyboard, useSpaceBar } from './interaction/use-keyboard.ts';
import { usePointer } from './interaction/use-pointer.ts';
import { useColours } from './render/colours.ts';
import { CordLayer } from './render/cord-layer.tsx';
import { HoveredCord } from './render/cord-toolbar.tsx';
import { buildPathOverlay } from './render/path-overlay.ts';
import { rasterDragOf } from './render/raster-drag.ts';
import { RasterLayer } from './render/raster-layer.tsx';
import type { Scene } from './render/scene.ts';
import { StepNumbers } from './render/step-numbers.tsx';
import { TriggerRail } from './render/trigger-rail.tsx';
import { rovingTabStop, useCardNodes } from './render/use-card-nodes.ts';
import { WidgetCard } from './render/widget-card.tsx';
import { longestSegmentMiddle } from './routing/cord-path.ts';
import type { Routes } from './routing/cord-router.ts';
import { useDragRoutes } from './routing/use-drag-routes.ts';
import { useCamera } from './viewport/camera.ts';
import { Minimap } from './viewport/minimap.tsx';
import { useCulling } from './viewport/use-culling.ts';
import { useViewportStyle } from './viewport/use-viewport-style.ts';
import { type ScreenSize, type Viewport, viewportOf, visibleBox } from './viewport/viewport.ts';
import { ZoomControl } from './viewport/zoom-control.tsx';

const nodeTypes: NodeTypes = { card: WidgetCard, rail: TriggerRail };
const panButtons = [1];
const noIds: ReadonlySet<string> = new Set();
const proOptions = { hideAttribution: true };

type StageProps = {
  scene: Scene;
  drawn: { routes: Routes; cords: SpatialIndex<string> };
  screen: ScreenSize;
  initial: Viewport;
  props: CanvasProps;
  handle: Ref<CanvasHandle> | undefined;
};

export function Stage({ scene, drawn, screen, initial, props, handle }: StageProps) {
  const root = useRef<HTMLDivElement>(null);
  const dots = useRef<HTMLDivElement>(null);
  const hand = useInteractionStore();
  const store = useStoreApi();
  // React Flow takes up the view only after the first paint; all parts here read it before.
  useState(() => store.setState({ transform: [initial.x, initial.y, initial.zoom] }));
  const { routes, cords } = drawn;
  const colours = useColours();
  const gesture = useInteraction((state) => state.gesture);
  const focus = useInteraction((state) => state.focus);
  const hovered = useInteraction((state) => (state.hover?.kind === 'widget' ? state.hover.id : null));
  const look = useMemo(
    () => (props.path === undefined ? null : buildPathOverlay(props.path, scene)),
    [props.path, scene],
  );
  const mounted = useCulling(scene, routes, cords, screen, initial);
  const nodes = useCardNodes(
    {
      scene,
      mounted,
      pathOverlay: look,
      currentWidget: props.path?.currentWidget ?? null,
      gesture,
      focus,
      props,
    },
    hovered,
  );
  const live = useDragRoutes(scene, routes, cords, gesture);
  const carried = useMemo(() => rasterDragOf(gesture), [gesture]);
  const moved = gesture?.kind === 'move' && !gesture.copy ? gesture.ids : noIds;
  const omitted = useMemo(() => ({ widgets: moved, cords: live.replaced }), [moved, live.replaced]);
  useViewportStyle(root, dots);

  const spaceDown = useSpaceBar();
  const latest = useRef({ scene, routes, cords, screen, props });
  latest.current = { scene, routes, cords, screen, props };
  const camera = useCamera(useCallback(() => latest.current, []));
  const now = useCallback((): CanvasSnapshot => {
    const origin = root.current?.getBoundingClientRect() ?? { x: 0, y: 0 };
    return {
      ...latest.current,
      camera,
      viewport: viewportOf(store.getState().transform),
      origin,
      spaceDown: spaceDown(),
    };
  }, [camera, store, spaceDown]);
  const pointer = usePointer(hand, now);
  const wanted = useRef<string | null>(null);
  const focusCard = useCallback((id: string) => {
    wanted.current = id;
  }, []);
  const onKeyDown = useKeyboard(hand, now, focusCard);
  const takeFocus = useCallback(() => {
    if (wanted.current === null) return;
    const card = root.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(wanted.current)}"]`);
    if (!card) return;
    wanted.current = null;
    card.focus({ preventScroll: true });
  }, []);
  // A card that is wanted may be drawn only later.
  useEffect(takeFocus);
  useImperativeHandle(
    handle,
    (): CanvasHandle => ({
      ...camera,
      focus(widget) {
        if (widget !== undefined) hand.setState({ focus: { widget, outlet: 0 } });
        const id = widget ?? rovingTabStop(latest.current.scene, hand.getState().focus);
        if (id !== null) focusCard(id);
        takeFocus();
      },
      focusedOutlet: () => focusedOutletRef(latest.current.scene, hand.getState().focus),
    }),
    [camera, hand, focusCard, takeFocus],
  );

  return (
    // biome-ignore lint/a11y/useSemanticElements: a canvas is no group of form fields
    <div
      ref={root}
      className={`stage d-${mounted.levelOfDetail}`}
      role="group"
      aria-label={props.label}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        const id = target.closest<HTMLElement>('[data-card]')?.dataset.card;
        if (id !== undefined && hand.getState().focus?.widget !== id)
          hand.setState({ focus: { widget: id, outlet: 0 } });
      }}
      {...pointer}
    >
      <div ref={dots} className="dots" />
      <RasterLayer
        {...{ scene, routes, pathOverlay: look, colours, screen, omitted, rasterDrag: carried }}
        dragRoutes={live.routes}
        selected={props.selected}
        mounted={mounted.widgets}
      />
      <ReactFlow
        nodes={nodes}
        nodeTypes={nodeTypes}
        defaultViewport={initial}
        minZoom={0.04}
        maxZoom={2}
        width={screen.width}
        height={screen.height}
        panOnScroll
        panOnScrollSpeed={1}
        panOnDrag={panButtons}
        zoomOnDoubleClick={false}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        elementsSelectable={false}
        selectionKeyCode={null}
        multiSelectionKeyCode={null}
        deleteKeyCode={null}
        disableKeyboardA11y
        proOptions={proOptions}
      >
        <ViewportPortal>
          <div className="below">
            <CordLayer routes={routes} mounted={mounted.cords} hidden={live.replaced} pathOverlay={look} />
            {live.routes.size > 0 && (
              <CordLayer
                routes={live.routes}
                mounted={carried === null ? live.replaced : mounted.cords}
                hidden={noIds}
                pathOverlay={look}
              />
            )}
            <HoveredCord
              scene={scene}
              routes={routes}
              editing={props.editing}
              place={(id, at) => toolbarPosition(routes, id, at, now())}
            />
          </div>
          <div className="above">
            {look !== null && mounted.levelOfDetail !== 'block' && (
              <StepNumbers look={look} routes={routes} />
            )}
            <GestureOverlay scene={scene} />
          </div>
        </ViewportPortal>
      </ReactFlow>
      <Naming scene={scene} props={props} now={now} focusCard={focusCard} />
      <ZoomControl
        onZoom={(factor) => camera.zoomTo(store.getState().transform[2] * factor)}
        onReset={() => camera.zoomTo(1)}
        onFit={camera.fit}
      />
      <Minimap {...{ scene, routes, pathOverlay: look, colours, screen }} />
      <Announcer />
    </div>
  );
}

function Announcer() {
  const message = useInteraction((state) => state.announcement);
  return (
    <div className="vh" aria-live="polite">
      {message}
    </div>
  );
}

type NamingProps = {
  scene: Scene;
  props: CanvasProps;
  now: () => CanvasSnapshot;
  focusCard(id: string): void;
};

function Naming({ scene, props, now, focusCard }: NamingProps) {
  const hand = useInteractionStore();
  const from = useInteraction((state) => state.connectByNameFrom);
  const widget = from === null ? undefined : scene.widgets.get(from.widget);
  if (from === null || widget === undefined || props.editing === undefined) return null;
  const { viewport: view } = now();
  const label = widget.summary.outlets.find(({ key }) => key === from.outlet)?.label ?? from.outlet;
  const leave = (byKey: boolean) => {
    if (byKey) focusCard(from.widget);
    hand.setState({ connectByNameFrom: null });
  };
  return (
    <ConnectByName
      scene={scene}
      from={from}
      label={label}
      at={{
        left: widget.box.x * view.zoom + view.x,
        top: (widget.box.y + widget.box.height) * view.zoom + view.y + 12,
      }}
      onLeave={leave}
      onConnect={(to) => {
        const names = {
          outlet: label,
          from: accessibleName(widget.summary.name),
          to: accessibleName(scene.widgets.get(to)?.summary.name ?? ''),
        };
        leave(true);
        hand.setState({ announcement: t('connected', names) });
        props.editing?.onConnect(from, to);
      }}
    />
  );
}

/** A cord's tools stand in the middle of its longest run, or at the pointer when that is out of view. */
function toolbarPosition(
  routes: Routes,
  id: string,
  at: Point,
  { viewport: view, screen }: CanvasSnapshot,
): Point {
  const route = routes.get(id);
  const middle = route === undefined ? at : longestSegmentMiddle(route);
  const seen = visibleBox(view, screen);
  const isSeen =
    middle.x > seen.x &&
    middle.x < seen.x + seen.width &&
    middle.y > seen.y &&
    middle.y < seen.y + seen.height;
  return isSeen ? middle : at;
}

function focusedOutletRef(scene: Scene, focus: Focus | null): OutletRef | null {
  const outlet = focus === null ? undefined : scene.widgets.get(focus.widget)?.summary.outlets[focus.outlet];
  return focus === null || outlet === undefined ? null : { widget: focus.widget, outlet: outlet.key };
}
