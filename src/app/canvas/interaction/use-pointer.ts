/** What pointers do on the canvas: press, drag, draw a cord, select by a frame. One gesture at a time, reported when it ends. */

import { type MouseEvent, type PointerEvent, useEffect, useMemo } from 'react';
import type { Point } from '#flow/definition.ts';
import { t } from '../canvas-text.ts';
import { levelOfDetailAt, visibleBox } from '../viewport/viewport.ts';
import { type CanvasSnapshot, toCanvasPoint } from './canvas-snapshot.ts';
import { dropTargetAt, type Hit, hitTest } from './hit-test.ts';
import type { Gesture, InteractionStore } from './interaction-store.ts';
import { libraryDrop } from './library-drop.ts';
import { snapDrag } from './snapping.ts';

type Press = {
  hit: Hit;
  from: Point;
  at: Point;
  id: number;
  alt: boolean;
  more: boolean;
  pan: boolean;
  fresh: boolean;
};

/** A pointer that moved less than this many px has clicked. */
const slack = 3;
/** Within this many px of the edge a gesture takes the view along, by that many px a frame. */
const edge = 28;
const drift = 10;

export function usePointer(hand: InteractionStore, now: () => CanvasSnapshot) {
  const pointer = useMemo(() => new Pointer(hand, now), [hand, now]);
  useEffect(() => {
    const cancel = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && pointer.cancel()) event.stopPropagation();
    };
    window.addEventListener('keydown', cancel, { capture: true });
    return () => window.removeEventListener('keydown', cancel, { capture: true });
  }, [pointer]);
  return useMemo(
    () => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => pointer.down(event),
      onPointerMove: (event: PointerEvent<HTMLElement>) => pointer.move(event),
      onPointerUp: (event: PointerEvent<HTMLElement>) => pointer.up(event),
      onPointerCancel: () => pointer.cancel(),
      onPointerLeave: () => pointer.leave(),
      onDoubleClick: (event: MouseEvent<HTMLElement>) => pointer.doubleClick(event),
      ...libraryDrop(hand, now),
    }),
    [pointer, hand, now],
  );
}

class Pointer {
  #press: Press | null = null;
  #drifting = 0;
  readonly #hand: InteractionStore;
  readonly #now: () => CanvasSnapshot;

  constructor(hand: InteractionStore, now: () => CanvasSnapshot) {
    this.#hand = hand;
    this.#now = now;
  }

  #at(event: { clientX: number; clientY: number }): Point {
    return toCanvasPoint(event, this.#now());
  }

  #hit(at: Point): Hit {
    const { scene, routes, cordIndex: cords, viewport: view } = this.#now();
    return hitTest(scene, routes, cords, at, view.zoom, levelOfDetailAt(view.zoom));
  }

  down(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0 || this.#now().spaceDown || isTool(event.target)) return;
    const at = this.#at(event);
    const hit = this.#hit(at);
    const { props } = this.#now();
    const more = event.shiftKey || event.ctrlKey || event.metaKey;
    const id = hit?.kind === 'widget' || hit?.kind === 'jack' ? hit.widget : null;
    const fresh = id !== null && !props.selected.has(id);
    const pan = event.pointerType === 'touch' && id === null;
    this.#press = {
      hit,
      at,
      more,
      pan,
      fresh,
      id: event.pointerId,
      alt: event.altKey,
      from: { x: event.clientX, y: event.clientY },
    };
    if (id !== null) this.#hand.setState({ focus: { widget: id, outlet: 0 } });
    if (hit?.kind === 'widget' && fresh) {
      props.onSelect(more ? new Set([...props.selected, hit.widget]) : new Set([hit.widget]));
    }
  }

  move(event: PointerEvent<HTMLElement>): void {
    const press = this.#press;
    if (press === null) {
      this.#hover(event);
      return;
    }
    const far = Math.hypot(event.clientX - press.from.x, event.clientY - press.from.y);
    const { gesture } = this.#hand.getState();
    if (gesture === null && far < slack) return;
    if (gesture === null) event.currentTarget.setPointerCapture(press.id);
    if (press.pan) {
      this.#now().camera.panBy({ x: event.clientX - press.from.x, y: event.clientY - press.from.y });
      press.from = { x: event.clientX, y: event.clientY };
      return;
    }
    const next = this.#gesture(press, event, gesture);
    if (next === null) return;
    this.#hand.setState({ gesture: next, hover: null });
    cancelAnimationFrame(this.#drifting);
    const by = driftAt(event, this.#now());
    if (by.x === 0 && by.y === 0) return;
    this.#drifting = requestAnimationFrame(() => {
      if (this.#press !== press) return;
      this.#now().camera.panBy(by);
      this.move(event);
    });
  }

  #gesture(press: Press, event: PointerEvent<HTMLElement>, before: Gesture | null): Gesture | null {
    const at = this.#at(event);
    const { scene, props, viewport: view } = this.#now();
    const { hit } = press;
    if (hit === null || hit.kind === 'cord') {
      const [x, y] = [Math.min(at.x, press.at.x), Math.min(at.y, press.at.y)];
      return {
        kind: 'marquee',
        box: { x, y, width: Math.abs(at.x - press.at.x), height: Math.abs(at.y - press.at.y) },
      };
    }
    if (props.editing === undefined) return null;
    if (hit.kind === 'jack') {
      return { kind: 'cord', from: hit.outlet, at, target: dropTargetAt(scene, at, view.zoom) };
    }
    return this.#dragged(press, event, at, hit.widget, before?.kind === 'move' ? before : null);
  }

  #dragged(
    press: Press,
    event: PointerEvent<HTMLElement>,
    at: Point,
    lead: string,
    before: Extract<Gesture, { kind: 'move' }> | null,
  ): Gesture {
    const { scene, props, viewport: view, screen } = this.#now();
    const copy = press.alt && scene.widgets.get(lead)?.summary.isTrigger !== true;
    const chosen = props.selected.has(lead) ? props.selected : new Set([lead]);
    const ids = before?.ids ?? new Set([lead, ...[...chosen].filter((id) => !copy || id !== scene.trigger)]);
    const boxes = [...ids].flatMap((id) => scene.widgets.get(id)?.box ?? []);
    const others = [...scene.widgetIndex.search(visibleBox(view, screen))]
      .filter((id) => copy || !ids.has(id))
      .slice(0, 120)
      .flatMap((id) => scene.widgets.get(id)?.box ?? []);
    const { delta, guides } = snapDrag(
      boxes,
      others,
      { x: at.x - press.at.x, y: at.y - press.at.y },
      {
        fine: event.altKey && !press.alt,
        straight: event.shiftKey,
        zoom: view.zoom,
      },
    );
    return { kind: 'move', ids, delta: same(before?.delta, delta), guides, copy };
  }

  up(event: PointerEvent<HTMLElement>): void {
    const press = this.#press;
    this.#press = null;
    if (press === null) return;
    const { gesture } = this.#hand.getState();
    this.#hand.setState({ gesture: null });
    if (gesture !== null) this.#finish(gesture, press, event);
    else if (!press.pan || press.hit === null) this.#click(press, event);
  }

  #finish(gesture: Gesture, press: Press, event: PointerEvent<HTMLElement>): void {
    const { scene, props } = this.#now();
    if (gesture.kind === 'marquee') {
      const found = [...scene.widgetIndex.search(gesture.box)];
      props.onSelect(new Set(press.more ? [...props.selected, ...found] : found));
      this.#hand.setState({ announcement: t('selectedCount', { count: found.length }) });
      return;
    }
    const { editing } = props;
    if (editing === undefined) return;
    if (gesture.kind === 'cord') {
      if (gesture.target !== null) editing.onConnect(gesture.from, gesture.target);
      else editing.onQuickAdd(gesture.from, gesture.at, { x: event.clientX, y: event.clientY });
      return;
    }
    const { delta, ids } = gesture;
    if (delta.x === 0 && delta.y === 0) return;
    const places = new Map<string, Point>();
    for (const id of ids) {
      const box = scene.widgets.get(id)?.box;
      if (box !== undefined) places.set(id, { x: box.x + delta.x, y: box.y + delta.y });
    }
    if (gesture.copy) editing.onDuplicate(places);
    else editing.onMove(places);
    this.#hand.setState({ announcement: t('moved', { count: places.size }) });
  }

  #click({ hit, more, fresh }: Press, event: PointerEvent<HTMLElement>): void {
    const { props } = this.#now();
    if (hit === null || hit.kind === 'cord') {
      if (!more && props.selected.size > 0) props.onSelect(new Set());
      return;
    }
    if (hit.kind === 'jack' && !hit.plugged && props.editing !== undefined) {
      const screen = { x: event.clientX, y: event.clientY };
      props.editing.onQuickAdd(hit.outlet, this.#at(event), screen);
    } else if (hit.kind === 'jack' && fresh) props.onSelect(new Set([hit.widget]));
    else if (fresh) return;
    else if (more) props.onSelect(new Set([...props.selected].filter((id) => id !== hit.widget)));
    else if (props.selected.size > 1) props.onSelect(new Set([hit.widget]));
  }

  #hover(event: PointerEvent<HTMLElement>): void {
    if (event.pointerType === 'touch' || isTool(event.target)) return;
    const at = this.#at(event);
    const hit = this.#hit(at);
    const { hover } = this.#hand.getState();
    if (hit?.kind === 'cord') {
      if (hover?.kind !== 'cord' || hover.id !== hit.cord)
        this.#hand.setState({ hover: { kind: 'cord', id: hit.cord, at } });
      return;
    }
    const id = hit === null ? null : hit.widget;
    const before = hover?.kind === 'widget' ? hover.id : null;
    if (id !== before || hover?.kind === 'cord')
      this.#hand.setState({ hover: id === null ? null : { kind: 'widget', id } });
  }

  leave(): void {
    if (this.#press === null && this.#hand.getState().hover !== null) this.#hand.setState({ hover: null });
  }

  /** Ends a gesture without consequences; true when there was one. */
  cancel(): boolean {
    if (this.#press === null || this.#hand.getState().gesture === null) return false;
    this.#press = null;
    this.#hand.setState({ gesture: null, announcement: t('dragCancelled') });
    return true;
  }

  doubleClick(event: MouseEvent<HTMLElement>): void {
    const { props } = this.#now();
    if (props.editing === undefined || isTool(event.target)) return;
    const at = this.#at(event);
    const hit = this.#hit(at);
    if (hit?.kind === 'widget') {
      const isName = event.target instanceof Element && event.target.closest('.nm') !== null;
      if (isName) props.editing.onRename(hit.widget);
      else props.editing.onOpen(hit.widget);
    } else if (hit === null) props.editing.onQuickAdd(null, at, { x: event.clientX, y: event.clientY });
  }
}

function isTool(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-tool]') !== null;
}

/** `before` again when it says the same, so that nothing is routed twice. */
function same(before: Point | undefined, next: Point): Point {
  return before !== undefined && before.x === next.x && before.y === next.y ? before : next;
}

/** How the view moves along for a pointer near its edge, in px. */
function driftAt(event: { clientX: number; clientY: number }, { origin, screen }: CanvasSnapshot): Point {
  const along = (at: number, size: number) => (at < edge ? drift : at > size - edge ? -drift : 0);
  return {
    x: along(event.clientX - origin.x, screen.width),
    y: along(event.clientY - origin.y, screen.height),
  };
}
