/** The layers of the canvas, mounted once its size is known: raster layer, cards, cords, controls. React Flow is the viewport. */

import {
  lazy,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type NodeTypes, ReactFlow, useStoreApi, ViewportPortal } from 'reactflow';
import { groupsOf } from '#flow/annotations/groups.ts';
import { notesOf } from '#flow/annotations/notes.ts';
import { LatePart } from '../ui/late-part.tsx';
import { Announcer } from './accessibility/announcer.tsx';
import { ConnectByName } from './accessibility/connect-by-name.tsx';
import { rovingTabStop } from './accessibility/roving-tab-stop.ts';
import { useCardFocus } from './accessibility/use-card-focus.ts';
import { useKeptFocus } from './accessibility/use-kept-focus.ts';
import { DraftField, emptyDraft } from './annotations/draft.tsx';
import { focusedAnnotation } from './annotations/focused-annotation.ts';
import type { CanvasHandle, CanvasProps, OutletRef } from './canvas-props.ts';
import { Groups, useGroups } from './groups/groups.tsx';
import { type CanvasSnapshot, toScreenPoint } from './interaction/canvas-snapshot.ts';
import { GestureOverlay } from './interaction/gesture-overlay.tsx';
import { useGestures } from './interaction/gestures/use-gestures.ts';
import { type Focus, useInteraction, useInteractionStore } from './interaction/interaction-store.ts';
import { useKeyboard } from './interaction/use-keyboard.ts';
import { useSpaceBar } from './interaction/use-space-bar.ts';
import { CardNameField } from './render/card-name-field.tsx';
import { useColours } from './render/colours.ts';
import { CommentPins } from './render/comment-pins.tsx';
import { CordLayer } from './render/cord-layer.tsx';
import { HoveredCord } from './render/cord-toolbar.tsx';
import { changeOverlay } from './render/overlay.ts';
import { buildPathOverlay } from './render/path-overlay.ts';
import { rasterDragOf } from './render/raster-drag.ts';
import { RasterLayer } from './render/raster-layer.tsx';
import { jackPosition, type Scene } from './render/scene.ts';
import { StepNumbers } from './render/step-numbers.tsx';
import { TriggerRail } from './render/trigger-rail.tsx';
import { useCardNodes } from './render/use-card-nodes.ts';
import { WidgetCard } from './render/widget-card.tsx';
import { segmentBoxes } from './routing/cord-router.ts';
import type { CordRoutes } from './routing/use-cord-routes.ts';
import { useDragRoutes } from './routing/use-drag-routes.ts';
import { useCamera } from './viewport/camera.ts';
import { levelOfDetailAt } from './viewport/level-of-detail.ts';
import { Minimap } from './viewport/minimap.tsx';
import { floatingOver, roomBeside } from './viewport/room.ts';
import { useCulling } from './viewport/use-culling.ts';
import { useViewportStyle } from './viewport/use-viewport-style.ts';
import { type ScreenSize, type Viewport, viewportOf, zoomLimits } from './viewport/viewport.ts';
import { ZoomControl } from './viewport/zoom-control.tsx';

/** Most flows have no notes. Where one can be added, the layer is loaded before: what is typed after N must find its field. */
const loadNotes = () => import('./notes/notes-layer.tsx');
const NotesLayer = lazy(loadNotes);
/** Only who asks for counts or coverage sees them. */
const TrafficLabels = lazy(async () => ({
  default: (await import('./render/traffic-labels.tsx')).TrafficLabels,
}));
const CoverageLabels = lazy(async () => ({
  default: (await import('./render/coverage-labels.tsx')).CoverageLabels,
}));
/** After the first view, in ms. */
const loadNotesAfter = 1_000;

const nodeTypes: NodeTypes = { card: WidgetCard, rail: TriggerRail };
const panButtons = [1];
const noIds: ReadonlySet<string> = new Set();
const proOptions = { hideAttribution: true };

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
  const focus = useInteraction((state) => state.focus);
  const hovered = useInteraction((state) => (state.hover?.kind === 'widget' ? state.hover.id : null));
  const overlay = useMemo(() => {
    if (props.path !== undefined) return buildPathOverlay(props.path, scene);
    return props.changes === undefined ? null : changeOverlay(props.changes);
  }, [props.path, props.changes, scene]);
  const mounted = useCulling(scene, routes, cordIndex, screen, initial);
  const nodes = useCardNodes(
    {
      scene,
      mounted,
      overlay,
      currentWidget: props.path?.currentWidget ?? null,
      gesture,
      focus,
      props,
    },
    hovered,
  );
  const { definition } = props;
  const notes = useMemo(() => notesOf(definition), [definition]);
  const isEditable = props.editing !== undefined;
  useEffect(() => {
    if (!isEditable) return;
    // Offline the layer loads when it is needed, or says so.
    const timer = setTimeout(() => void loadNotes().catch(() => {}), loadNotesAfter);
    return () => clearTimeout(timer);
  }, [isEditable]);
  const groups = useGroups(definition, props);
  const frames = useMemo(() => [...groupsOf(definition).values(), ...notes.values()], [definition, notes]);
  const zoom = useCallback(() => store.getState().transform[2], [store]);
  const dragRoutes = useDragRoutes(scene, routes, cordIndex, gesture);
  const rasterDrag = useMemo(() => rasterDragOf(gesture), [gesture]);
  const dragged = gesture?.kind === 'translating' && !gesture.isCopy ? gesture.ids : noIds;
  const omitted = useMemo(
    () => ({ widgets: dragged, cords: dragRoutes.replaced }),
    [dragged, dragRoutes.replaced],
  );
  useViewportStyle(root, dots);

  const isSpaceDown = useSpaceBar();
  const room = useCallback(
    () => roomBeside(screen, root.current === null ? [] : floatingOver(root.current)),
    [screen],
  );
  const latest = useRef({ scene, routes, cordIndex, screen, room, props, frames });
  latest.current = { scene, routes, cordIndex, screen, room, props, frames };
  const camera = useCamera(useCallback(() => latest.current, []));
  const readCanvas = useCallback((): CanvasSnapshot => {
    const origin = root.current?.getBoundingClientRect() ?? { x: 0, y: 0 };
    return {
      ...latest.current,
      camera,
      viewport: viewportOf(store.getState().transform),
      origin,
      isSpaceDown: isSpaceDown(),
    };
  }, [camera, store, isSpaceDown]);
  const gestureHandlers = useGestures(interaction, readCanvas);
  const { focusCard, applyFocus } = useCardFocus(root);
  const focusCardNow = useCallback(
    (widget: string) => {
      focusCard(widget);
      applyFocus();
    },
    [focusCard, applyFocus],
  );
  useKeptFocus(root);
  const { walk, onKeyDown } = useKeyboard(interaction, readCanvas, focusCard);
  useImperativeHandle(
    handle,
    (): CanvasHandle => ({
      ...camera,
      focus(widget) {
        if (widget !== undefined) interaction.setState({ focus: { widget, outlet: 0 } });
        const id = widget ?? rovingTabStop(latest.current.scene, interaction.getState().focus);
        if (id !== null) focusCard(id);
        applyFocus();
      },
      focusItself() {
        root.current?.focus({ preventScroll: true });
        return root.current;
      },
      nameWidget(widget) {
        const found = latest.current.scene.widgets.get(widget);
        if (found === undefined || found.summary.isTrigger || !isEditable) return false;
        if (levelOfDetailAt(zoom()) === 'full') camera.reveal([widget]);
        else camera.fitTo([widget]);
        interaction.setState({ namedWidget: widget });
        return true;
      },
      nameGroup: (group) =>
        interaction.setState({ namedGroup: group, focusedGroup: group, draft: emptyDraft }),
      focusedAnnotation,
      focusAnnotation: ({ id }) => interaction.setState({ annotationToFocus: id }),
      writeNote: (note) => interaction.setState({ editedNote: note, focusedNote: note, draft: emptyDraft }),
      cordBoxes: () => [...latest.current.routes.values()].flatMap(segmentBoxes),
      focusedOutlet: () => focusedOutletRef(latest.current.scene, interaction.getState().focus),
      screenOf: (at) => toScreenPoint(at, readCanvas()),
      walk(direction) {
        walk(direction);
        applyFocus();
      },
      connectByName(outlet) {
        const from = outlet ?? focusedOutletRef(latest.current.scene, interaction.getState().focus);
        if (from !== null) interaction.setState({ connectByNameFrom: from });
      },
      placeForList(outlet) {
        const place = placeOfOutlet(readCanvas(), outlet);
        if (place === null) return null;
        camera.makeRoomBelow(place.at, listHeight);
        return placeOfOutlet(readCanvas(), outlet);
      },
    }),
    [camera, interaction, focusCard, applyFocus, readCanvas, walk, zoom, isEditable],
  );

  return (
    // biome-ignore lint/a11y/useSemanticElements: a canvas is no group of form fields
    <div
      ref={root}
      className={`stage d-${mounted.levelOfDetail}`}
      data-canvas
      role="group"
      aria-label={props.label}
      // A click beside the cards gives the canvas the focus, and with it the bare keys.
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        const id = target.closest<HTMLElement>('[data-card]')?.dataset.card;
        if (id !== undefined && interaction.getState().focus?.widget !== id)
          interaction.setState({ focus: { widget: id, outlet: 0 } });
      }}
      {...gestureHandlers}
    >
      <div ref={dots} className="dots" />
      <RasterLayer
        {...{ scene, routes, overlay, colours, screen, omitted, rasterDrag }}
        dragRoutes={dragRoutes.routes}
        selected={props.selected}
        mounted={mounted.widgets}
      />
      <ReactFlow
        nodes={nodes}
        nodeTypes={nodeTypes}
        defaultViewport={initial}
        minZoom={zoomLimits.least}
        maxZoom={zoomLimits.most}
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
            <Groups groups={groups.frames} props={props} zoom={zoom} onReveal={camera.revealPlace} />
            {notes.size > 0 && (
              <LatePart onFailed={() => {}}>
                <NotesLayer notes={notes} editing={props.editing} zoom={zoom} />
              </LatePart>
            )}
            <CordLayer
              routes={routes}
              mounted={mounted.cords}
              replaced={dragRoutes.replaced}
              overlay={overlay}
            />
            {dragRoutes.routes.size > 0 && (
              <CordLayer
                routes={dragRoutes.routes}
                mounted={rasterDrag === null ? dragRoutes.replaced : mounted.cords}
                replaced={noIds}
                overlay={overlay}
              />
            )}
            <HoveredCord
              scene={scene}
              routes={routes}
              editing={props.editing}
              selected={props.selectedCord ?? null}
            />
          </div>
          <div className="above">
            {overlay !== null && mounted.levelOfDetail !== 'block' && (
              <StepNumbers overlay={overlay} routes={routes} />
            )}
            {props.traffic !== undefined && mounted.levelOfDetail !== 'block' && (
              <LatePart onFailed={() => {}}>
                <TrafficLabels traffic={props.traffic} scene={scene} routes={routes} />
              </LatePart>
            )}
            {props.coverage !== undefined && mounted.levelOfDetail !== 'block' && (
              <LatePart onFailed={() => {}}>
                <CoverageLabels coverage={props.coverage} scene={scene} />
              </LatePart>
            )}
            {props.comments !== undefined && <CommentPins {...props.comments} scene={scene} />}
            <Groups groups={groups.covers} props={props} zoom={zoom} onReveal={camera.revealPlace} />
            <CardNameField scene={scene} props={props} focusCard={focusCardNow} />
            <GestureOverlay scene={scene} pendingCord={props.pendingCord ?? null} />
          </div>
        </ViewportPortal>
      </ReactFlow>
      <ConnectByName scene={scene} props={props} readCanvas={readCanvas} focusCard={focusCard} />
      <ZoomControl
        onZoom={(factor) => camera.zoomTo(store.getState().transform[2] * factor)}
        onReset={() => camera.zoomTo(1)}
        onFit={camera.fit}
      />
      <Minimap {...{ frames, scene, routes, overlay, colours, screen }} />
      <DraftField />
      <Announcer />
    </div>
  );
}

/** A list for an outlet opens this far below its jack, in px. */
const belowJack = 22;
/** As much as it needs before anything is typed, in px. */
const listHeight = 300;

function placeOfOutlet(canvas: CanvasSnapshot, { widget, outlet }: OutletRef) {
  const { scene, viewport } = canvas;
  const found = scene.widgets.get(widget);
  const index = found?.summary.outlets.findIndex(({ key }) => key === outlet) ?? -1;
  if (found === undefined || index < 0) return null;
  const jack = jackPosition(found.box, found.summary.outlets.length, index);
  const at = { x: jack.x, y: jack.y + belowJack / viewport.zoom };
  return { at, screen: toScreenPoint(at, canvas) };
}

/** The focused outlet by its key. */
function focusedOutletRef(scene: Scene, focus: Focus | null): OutletRef | null {
  const outlet = focus === null ? undefined : scene.widgets.get(focus.widget)?.summary.outlets[focus.outlet];
  return focus === null || outlet === undefined ? null : { widget: focus.widget, outlet: outlet.key };
}
