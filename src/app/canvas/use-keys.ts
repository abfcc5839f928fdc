/** What keys do on the canvas. It is one tab stop; inside, the focus follows the cords. */

import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import type { Point } from '#flow/definition.ts';
import type { Camera } from './camera.ts';
import type { CanvasProps } from './canvas-props.ts';
import { say } from './canvas-words.ts';
import type { Focus, HandStore } from './hand.ts';
import { moveFocus, type Step } from './keyboard.ts';
import type { Scene } from './projection.ts';
import { spokenName } from './spoken.ts';
import { tabStopOf } from './use-nodes.ts';

type Keyed = { scene: Scene; props: CanvasProps; camera: Camera };

const steps: Readonly<Record<string, Step>> = {
  ArrowDown: 'down',
  ArrowUp: 'up',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'home',
};

const pushes: Readonly<Record<string, Point>> = {
  ArrowDown: { x: 0, y: 1 },
  ArrowUp: { x: 0, y: -1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

/** `focusCard` brings the browser's focus to a card as soon as it is mounted. */
export function useKeys(hand: HandStore, now: () => Keyed, focusCard: (id: string) => void) {
  const trail = useRef<Focus[]>([]);
  return useMemo(() => {
    const go = (step: Step): void => {
      const { scene, props, camera } = now();
      const stop = tabStopOf(scene, hand.getState().focus);
      if (stop === null) return;
      const focus = hand.getState().focus ?? { widget: stop, outlet: 0 };
      const next = moveFocus(scene, focus, step, trail.current);
      if (next === null) {
        hand.setState({ message: spokenDeadEnd(scene, focus, step) });
        return;
      }
      if (step === 'down') trail.current.push(focus);
      else if (step === 'up') trail.current.pop();
      else if (next.widget !== focus.widget) trail.current = [];
      hand.setState({ focus: next, message: spokenOutlet(scene, next) });
      const isHere = next.widget === focus.widget && step !== 'home';
      if (!isHere || !props.selected.has(next.widget)) props.onSelect(new Set([next.widget]));
      if (isHere) return;
      camera.show([next.widget]);
      focusCard(next.widget);
    };
    return (event: KeyboardEvent<HTMLElement>): void => {
      if (
        !(event.target instanceof HTMLElement) ||
        event.target.closest('[data-tool], input, textarea') !== null
      )
        return;
      const done = shiftKey(event, now) || push(event, hand, now) || act(event, hand, now);
      const step =
        event.altKey || event.ctrlKey || event.metaKey || event.shiftKey ? undefined : steps[event.key];
      if (!done && step !== undefined) go(step);
      if (!done && step === undefined) return;
      event.preventDefault();
      event.stopPropagation();
    };
  }, [hand, now, focusCard]);
}

/** Shift 1 the whole flow, Shift 2 the selection, Shift 0 100 %. */
function shiftKey(event: KeyboardEvent, now: () => Keyed): boolean {
  if (!event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return false;
  const { camera, props } = now();
  if (event.code === 'Digit1') camera.fit();
  else if (event.code === 'Digit2') camera.fitTo(props.selected);
  else if (event.code === 'Digit0') camera.zoomTo(1);
  else return false;
  return true;
}

/** Alt and an arrow move the selected cards by 20, with Shift by 4. */
function push(event: KeyboardEvent, hand: HandStore, now: () => Keyed): boolean {
  const by = pushes[event.key];
  const { scene, props } = now();
  if (!event.altKey || by === undefined || props.editing === undefined) return false;
  const size = event.shiftKey ? 4 : 20;
  const places = new Map<string, Point>();
  for (const id of chosen(hand, now)) {
    const box = scene.widgets.get(id)?.box;
    if (box !== undefined) places.set(id, { x: box.x + by.x * size, y: box.y + by.y * size });
  }
  if (places.size === 0) return false;
  props.editing.onMove(places);
  hand.setState({ message: say('moved', { count: places.size }) });
  return true;
}

function act(event: KeyboardEvent, hand: HandStore, now: () => Keyed): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
  const { props, scene } = now();
  const { editing } = props;
  const { focus } = hand.getState();
  if (event.key === 'Escape' && props.selected.size > 0) {
    props.onSelect(new Set());
    return true;
  }
  const widget = focus === null ? undefined : scene.widgets.get(focus.widget);
  if (editing === undefined || focus === null || widget === undefined) return false;
  const outlet = widget.face.outlets[focus.outlet];
  if (event.key === 'Enter') editing.onRename(widget.id);
  else if (event.key === 'F2') editing.onOpen(widget.id);
  else if (event.key === 'Delete' || event.key === 'Backspace') editing.onDelete(chosen(hand, now));
  else if (event.key === 'c' && outlet !== undefined)
    hand.setState({ naming: { widget: widget.id, outlet: outlet.key } });
  else return false;
  return true;
}

function chosen(hand: HandStore, now: () => Keyed): string[] {
  const { selected } = now().props;
  const { focus } = hand.getState();
  return selected.size > 0 ? [...selected] : focus === null ? [] : [focus.widget];
}

function spokenOutlet(scene: Scene, { widget, outlet }: Focus): string {
  const found = scene.widgets.get(widget)?.face.outlets[outlet];
  if (found === undefined) return '';
  return found.next === null
    ? say('free', { outlet: found.label })
    : say('leadsTo', { outlet: found.label, widget: found.next });
}

function spokenDeadEnd(scene: Scene, focus: Focus, step: Step): string {
  if (step === 'up') return say('noSource');
  if (step === 'down') return spokenOutlet(scene, focus);
  return spokenName(scene.widgets.get(focus.widget)?.face.name ?? '');
}

/** Whether the space bar is held, which turns dragging into panning. */
export function useSpaceBar(): () => boolean {
  const held = useRef(false);
  useEffect(() => {
    const set = (event: globalThis.KeyboardEvent) => {
      if (event.code === 'Space') held.current = event.type === 'keydown';
    };
    const release = () => {
      held.current = false;
    };
    window.addEventListener('keydown', set);
    window.addEventListener('keyup', set);
    window.addEventListener('blur', release);
    return () => {
      window.removeEventListener('keydown', set);
      window.removeEventListener('keyup', set);
      window.removeEventListener('blur', release);
    };
  }, []);
  return useMemo(() => () => held.current, []);
}
