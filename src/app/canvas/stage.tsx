/** What stands inside the canvas's frame once its size is known: picture, cards, cords, tools. */

import { type Ref, useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { type NodeTypes, ReactFlow, useStoreApi, ViewportPortal } from 'reactflow';
import type { Point } from '#flow/definition.ts';
import type { BoxIndex } from './box-index.ts';
import { useCamera } from './camera.ts';
import type { CanvasHandle, CanvasProps, OutletRef } from './canvas-props.ts';
import { say } from './canvas-words.ts';
import { carriedBy } from './carried.ts';
import { useColours } from './colours.ts';
import { ConnectByName } from './connect-by-name.tsx';
import { CordLayer } from './cord-layer.tsx';
import { middleOf } from './cord-path.ts';
import { HoveredCord } from './cord-tools.tsx';
import { GestureLayer } from './gesture-layer.tsx';
import { type Focus, useHand, useHandStore } from './hand.ts';
import { Minimap } from './minimap.tsx';
import { pathLook } from './path-look.ts';
import { Picture } from './picture.tsx';
import type { Scene } from './projection.ts';
import type { Routes } from './route.ts';
import { spokenName } from './spoken.ts';
import { StepNumbers } from './step-numbers.tsx';
import type { Surroundings } from './surroundings.ts';
import { TriggerRail } from './trigger-rail.tsx';
import { useFollowView } from './use-follow-view.ts';
import { useKeys, useSpaceBar } from './use-keys.ts';
import { useLiveRoutes } from './use-live-routes.ts';
import { useMounted } from './use-mounted.ts';
import { tabStopOf, useNodes } from './use-nodes.ts';
import { usePointer } from './use-pointer.ts';
import { type Screen, type View, viewBox, viewOf } from './visibility.ts';
import { WidgetCard } from './widget-card.tsx';
import { ZoomControl } from './zoom-control.tsx';

const nodeTypes: NodeTypes = { card: WidgetCard, rail: TriggerRail };
const panButtons = [1];
const nobody: ReadonlySet<string> = new Set();
const proOptions = { hideAttribution: true };

type StageProps = {
  scene: Scene;
  drawn: { routes: Routes; cords: BoxIndex<string> };
  screen: Screen;
  initial: View;
  props: CanvasProps;
  handle: Ref<CanvasHandle> | undefined;
};

export function Stage({ scene, drawn, screen, initial, props, handle }: StageProps) {
  const root = useRef<HTMLDivElement>(null);
  const dots = useRef<HTMLDivElement>(null);
  const hand = useHandStore();
  const store = useStoreApi();
  // React Flow takes up the view only after the first paint; all parts here read it before.
  useState(() => store.setState({ transform: [initial.x, initial.y, initial.zoom] }));
  const { routes, cords } = drawn;
  const colours = useColours();
  const gesture = useHand((state) => state.gesture);
  const focus = useHand((state) => state.focus);
  const hovered = useHand((state) => (state.hover?.kind === 'widget' ? state.hover.id : null));
  const look = useMemo(
    () => (props.path === undefined ? null : pathLook(props.path, scene)),
    [props.path, scene],
  );
  const mounted = useMounted(scene, routes, cords, screen, initial);
  const nodes = useNodes(
    { scene, mounted, look, at: props.path?.at ?? null, gesture, focus, props },
    hovered,
  );
  const live = useLiveRoutes(scene, routes, cords, gesture);
  const carried = useMemo(() => carriedBy(gesture), [gesture]);
  const moved = gesture?.kind === 'move' && !gesture.copy ? gesture.ids : nobody;
  const omitted = useMemo(() => ({ widgets: moved, cords: live.hidden }), [moved, live.hidden]);
  useFollowView(root, dots);

  const spaceDown = useSpaceBar();
  const latest = useRef({ scene, routes, cords, screen, props });
  latest.current = { scene, routes, cords, screen, props };
  const camera = useCamera(useCallback(() => latest.current, []));
  const now = useCallback((): Surroundings => {
    const origin = root.current?.getBoundingClientRect() ?? { x: 0, y: 0 };
    return {
      ...latest.current,
      camera,
      view: viewOf(store.getState().transform),
      origin,
      spaceDown: spaceDown(),
    };
  }, [camera, store, spaceDown]);
  const pointer = usePointer(hand, now);
  const wanted = useRef<string | null>(null);
  const focusCard = useCallback((id: string) => {
    wanted.current = id;
  }, []);
  const onKeyDown = useKeys(hand, now, focusCard);
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
        const id = widget ?? tabStopOf(latest.current.scene, hand.getState().focus);
        if (id !== null) focusCard(id);
        takeFocus();
      },
      outlet: () => outletOf(latest.current.scene, hand.getState().focus),
    }),
    [camera, hand, focusCard, takeFocus],
  );

  return (
    // biome-ignore lint/a11y/useSemanticElements: a canvas is no group of form fields
    <div
      ref={root}
      className={`stage d-${mounted.detail}`}
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
      <Picture
        {...{ scene, routes, look, colours, screen, omitted, carried }}
        live={live.routes}
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
            <CordLayer routes={routes} mounted={mounted.cords} hidden={live.hidden} look={look} />
            {live.routes.size > 0 && (
              <CordLayer
                routes={live.routes}
                mounted={carried === null ? live.hidden : mounted.cords}
                hidden={nobody}
                look={look}
              />
            )}
            <HoveredCord
              scene={scene}
              routes={routes}
              editing={props.editing}
              place={(id, at) => toolPlace(routes, id, at, now())}
            />
          </div>
          <div className="above">
            {look !== null && mounted.detail !== 'block' && <StepNumbers look={look} routes={routes} />}
            <GestureLayer scene={scene} />
          </div>
        </ViewportPortal>
      </ReactFlow>
      <Naming scene={scene} props={props} now={now} focusCard={focusCard} />
      <ZoomControl
        onZoom={(factor) => camera.zoomTo(store.getState().transform[2] * factor)}
        onReset={() => camera.zoomTo(1)}
        onFit={camera.fit}
      />
      <Minimap {...{ scene, routes, look, colours, screen }} />
      <Announcer />
    </div>
  );
}

function Announcer() {
  const message = useHand((state) => state.message);
  return (
    <div className="vh" aria-live="polite">
      {message}
    </div>
  );
}

type NamingProps = { scene: Scene; props: CanvasProps; now: () => Surroundings; focusCard(id: string): void };

function Naming({ scene, props, now, focusCard }: NamingProps) {
  const hand = useHandStore();
  const from = useHand((state) => state.naming);
  const widget = from === null ? undefined : scene.widgets.get(from.widget);
  if (from === null || widget === undefined || props.editing === undefined) return null;
  const { view } = now();
  const label = widget.face.outlets.find(({ key }) => key === from.outlet)?.label ?? from.outlet;
  const leave = (byKey: boolean) => {
    if (byKey) focusCard(from.widget);
    hand.setState({ naming: null });
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
          from: spokenName(widget.face.name),
          to: spokenName(scene.widgets.get(to)?.face.name ?? ''),
        };
        leave(true);
        hand.setState({ message: say('connected', names) });
        props.editing?.onConnect(from, to);
      }}
    />
  );
}

/** A cord's tools stand in the middle of its longest run, or at the pointer when that is out of view. */
function toolPlace(routes: Routes, id: string, at: Point, { view, screen }: Surroundings): Point {
  const route = routes.get(id);
  const middle = route === undefined ? at : middleOf(route);
  const seen = viewBox(view, screen);
  const isSeen =
    middle.x > seen.x &&
    middle.x < seen.x + seen.width &&
    middle.y > seen.y &&
    middle.y < seen.y + seen.height;
  return isSeen ? middle : at;
}

function outletOf(scene: Scene, focus: Focus | null): OutletRef | null {
  const outlet = focus === null ? undefined : scene.widgets.get(focus.widget)?.face.outlets[focus.outlet];
  return focus === null || outlet === undefined ? null : { widget: focus.widget, outlet: outlet.key };
}
