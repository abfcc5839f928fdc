/** What the canvas draws behind the cards and in front of them, in canvas units. */

import { type CSSProperties, lazy, memo, useEffect, useMemo } from 'react';
import { groupsOf } from '#flow/annotations/groups.ts';
import { notesOf } from '#flow/annotations/notes.ts';
import type { Point } from '#flow/definition.ts';
import { LatePart } from '../ui/states/late-part.tsx';
import type { CanvasProps, CommentPin } from './canvas-props.ts';
import { Groups, useGroups } from './groups/groups.tsx';
import { GestureOverlay } from './interaction/gesture-overlay.tsx';
import { useInteraction } from './interaction/interaction-store.ts';
import { CardNameField } from './render/card-name-field.tsx';
import { CordLayer } from './render/cord-layer.tsx';
import { HoveredCord } from './render/cord-toolbar.tsx';
import type { Overlay } from './render/overlay.ts';
import type { Scene } from './render/scene.ts';
import { longestSegmentMiddle } from './routing/cord-path.ts';
import type { Routes } from './routing/cord-router.ts';
import type { DragRoutes } from './routing/use-drag-routes.ts';
import type { MountedElements } from './viewport/use-culling.ts';
import './render/comment-pins.css';

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

const noIds: ReadonlySet<string> = new Set();

export type Annotations = ReturnType<typeof useAnnotations>;

/** The notes and groups of the flow, and the frames of both. */
export function useAnnotations(props: CanvasProps) {
  const { definition } = props;
  const isEditable = props.editing !== undefined;
  useEffect(() => {
    if (!isEditable) return;
    // Offline the layer loads when it is needed, or says so.
    const timer = setTimeout(() => void loadNotes().catch(() => {}), loadNotesAfter);
    return () => clearTimeout(timer);
  }, [isEditable]);
  const notes = useMemo(() => notesOf(definition), [definition]);
  const frames = useMemo(() => [...groupsOf(definition).values(), ...notes.values()], [definition, notes]);
  return { notes, groups: useGroups(definition, props), frames };
}

type LayerProps = {
  scene: Scene;
  routes: Routes;
  mounted: MountedElements;
  overlay: Overlay | null;
  annotations: Annotations;
  props: CanvasProps;
  zoom(): number;
  onReveal(at: Point): void;
};

type LowerLayerProps = LayerProps & {
  dragRoutes: DragRoutes;
  /** The dragged cards are drawn by the raster layer. */
  isRasterDrag: boolean;
};

/** Groups, notes and cords. */
export function LowerLayer({ dragRoutes, isRasterDrag, ...layer }: LowerLayerProps) {
  const { scene, routes, mounted, overlay, annotations, props, zoom, onReveal } = layer;
  const { notes, groups } = annotations;
  const { replaced } = dragRoutes;
  return (
    <div className="below">
      <Groups groups={groups.frames} props={props} zoom={zoom} onReveal={onReveal} />
      {notes.size > 0 && (
        <LatePart onFailed={() => {}}>
          <NotesLayer notes={notes} editing={props.editing} zoom={zoom} />
        </LatePart>
      )}
      <CordLayer routes={routes} mounted={mounted.cords} replaced={replaced} overlay={overlay} />
      {dragRoutes.routes.size > 0 && (
        <CordLayer
          routes={dragRoutes.routes}
          mounted={isRasterDrag ? mounted.cords : replaced}
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
  );
}

/** Numbers, counts and pins, the covers of collapsed groups, and what a gesture shows. */
export function UpperLayer({ focusCard, ...layer }: LayerProps & { focusCard(widget: string): void }) {
  const { scene, routes, mounted, overlay, annotations, props, zoom, onReveal } = layer;
  const isReadable = mounted.levelOfDetail !== 'block';
  return (
    <div className="above">
      {overlay !== null && isReadable && <StepNumbers overlay={overlay} routes={routes} />}
      {props.traffic !== undefined && isReadable && (
        <LatePart onFailed={() => {}}>
          <TrafficLabels traffic={props.traffic} scene={scene} routes={routes} />
        </LatePart>
      )}
      {props.coverage !== undefined && isReadable && (
        <LatePart onFailed={() => {}}>
          <CoverageLabels coverage={props.coverage} scene={scene} />
        </LatePart>
      )}
      {props.comments !== undefined && <CommentPins {...props.comments} scene={scene} />}
      <Groups groups={annotations.groups.covers} props={props} zoom={zoom} onReveal={onReveal} />
      <CardNameField scene={scene} props={props} focusCard={focusCard} />
      <GestureOverlay scene={scene} pendingCord={props.pendingCord ?? null} />
    </div>
  );
}

const classOf = { done: '', current: ' at', upcoming: ' next', more: ' next' } as const;
/** Width of a number on a cord with its distance to the next, in screen px, by its length. */
const widthOf = (text: string) => Math.max(18, 8 + text.length * 6.5) + 3;

/** The numbers of the steps on the cords that an execution took. */
const StepNumbers = memo(function StepNumbers({ overlay, routes }: { overlay: Overlay; routes: Routes }) {
  return [...overlay.stepMarks].flatMap(([id, marks]) => {
    const route = routes.get(id);
    if (route === undefined) return [];
    const { x, y } = longestSegmentMiddle(route);
    const texts = marks.map(({ number, kind }) => (kind === 'more' ? `+${number}` : String(number)));
    const total = texts.reduce((sum, text) => sum + widthOf(text), 0);
    let left = -total / 2;
    return texts.map((text, index) => {
      const along = left + widthOf(text) / 2;
      left += widthOf(text);
      return (
        <span
          // By place: while one walks through the steps only the texts change.
          // biome-ignore lint/suspicious/noArrayIndexKey: the marks of a cord have no other identity
          key={`${id} ${index}`}
          className={`stepno${classOf[marks[index]?.kind ?? 'done']}`}
          style={{ '--x': `${x}px`, '--y': `${y}px`, '--along': `${along}px` } as CSSProperties}
          aria-hidden
        >
          {text}
        </span>
      );
    });
  });
});

type CommentPinsProps = { pins: readonly CommentPin[]; scene: Scene; onOpen(id: string): void };

/** Pins of comments, at widgets and at places. The panel of comments has them for the keyboard. */
const CommentPins = memo(function CommentPins({ pins, scene, onOpen }: CommentPinsProps) {
  const gesture = useInteraction((state) => state.gesture);
  const dragged = gesture?.kind === 'translating' && !gesture.isCopy ? gesture : null;
  return pins.map(({ id, at, label, text, isUnread, isOpen }) => {
    const widget = 'widget' in at ? scene.widgets.get(at.widget) : null;
    if (widget === undefined) return null;
    const delta = widget !== null && dragged?.ids.has(widget.id) ? dragged.delta : { x: 0, y: 0 };
    const place =
      'widget' in at ? { x: (widget?.box.x ?? 0) + delta.x, y: (widget?.box.y ?? 0) + delta.y } : at;
    return (
      <button
        key={id}
        type="button"
        tabIndex={-1}
        className={widget === null ? 'comment-pin at-place' : 'comment-pin'}
        data-unread={isUnread}
        data-open={isOpen}
        style={{ '--x': `${place.x}px`, '--y': `${place.y}px` } as CSSProperties}
        aria-label={label}
        title={label}
        onPointerDown={(event) => event.stopPropagation()}
        onDoubleClick={(event) => event.stopPropagation()}
        onClick={() => onOpen(id)}
      >
        {text}
      </button>
    );
  });
});
