/** What keys do on the canvas. It is one tab stop; inside, the focus follows the cords. */

import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import type { Point } from '#flow/definition.ts';
import { accessibleName } from '../accessibility/accessible-label.ts';
import { type FocusDirection, moveFocus } from '../accessibility/focus-navigation.ts';
import type { CanvasProps } from '../canvas-props.ts';
import { t } from '../canvas-text.ts';
import type { Scene } from '../render/scene.ts';
import { rovingTabStop } from '../render/use-card-nodes.ts';
import type { Camera } from '../viewport/camera.ts';
import type { Focus, InteractionStore } from './interaction-store.ts';

type KeyboardContext = { scene: Scene; props: CanvasProps; camera: Camera };

const directions: Readonly<Record<string, FocusDirection>> = {
  ArrowDown: 'down',
  ArrowUp: 'up',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'home',
};

const moveDirections: Readonly<Record<string, Point>> = {
  ArrowDown: { x: 0, y: 1 },
  ArrowUp: { x: 0, y: -1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

/** `focusCard` brings the browser's focus to a card as soon as it is mounted. */
export function useKeyboard(
  hand: InteractionStore,
  now: () => KeyboardContext,
  focusCard: (id: string) => void,
) {
  const trail = useRef<Focus[]>([]);
  return useMemo(() => {
    const go = (step: FocusDirection): void => {
      const { scene, props, camera } = now();
      const stop = rovingTabStop(scene, hand.getState().focus);
      if (stop === null) return;
      const focus = hand.getState().focus ?? { widget: stop, outlet: 0 };
      const next = moveFocus(scene, focus, step, trail.current);
      if (next === null) {
        hand.setState({ announcement: deadEndLabel(scene, focus, step) });
        return;
      }
      if (step === 'down') trail.current.push(focus);
      else if (step === 'up') trail.current.pop();
      else if (next.widget !== focus.widget) trail.current = [];
      hand.setState({ focus: next, announcement: outletLabel(scene, next) });
      const isHere = next.widget === focus.widget && step !== 'home';
      if (!isHere || !props.selected.has(next.widget)) props.onSelect(new Set([next.widget]));
      if (isHere) return;
      camera.reveal([next.widget]);
      focusCard(next.widget);
    };
    return (event: KeyboardEvent<HTMLElement>): void => {
      if (
        !(event.target instanceof HTMLElement) ||
        event.target.closest('[data-tool], input, textarea') !== null
      )
        return;
      const done =
        runViewportKey(event, now) || moveSelection(event, hand, now) || runWidgetKey(event, hand, now);
      const step =
        event.altKey || event.ctrlKey || event.metaKey || event.shiftKey ? undefined : directions[event.key];
      if (!done && step !== undefined) go(step);
      if (!done && step === undefined) return;
      event.preventDefault();
      event.stopPropagation();
    };
  }, [hand, now, focusCard]);
}

/** Shift 1 the whole flow, Shift 2 the selection, Shift 0 100 %. */
function runViewportKey(event: KeyboardEvent, now: () => KeyboardContext): boolean {
  if (!event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return false;
  const { camera, props } = now();
  if (event.code === 'Digit1') camera.fit();
  else if (event.code === 'Digit2') camera.fitTo(props.selected);
  else if (event.code === 'Digit0') camera.zoomTo(1);
  else return false;
  return true;
}

/** Alt and an arrow move the selected cards by 20, with Shift by 4. */
function moveSelection(event: KeyboardEvent, hand: InteractionStore, now: () => KeyboardContext): boolean {
  const by = moveDirections[event.key];
  const { scene, props } = now();
  if (!event.altKey || by === undefined || props.editing === undefined) return false;
  const size = event.shiftKey ? 4 : 20;
  const places = new Map<string, Point>();
  for (const id of targetWidgets(hand, now)) {
    const box = scene.widgets.get(id)?.box;
    if (box !== undefined) places.set(id, { x: box.x + by.x * size, y: box.y + by.y * size });
  }
  if (places.size === 0) return false;
  props.editing.onMove(places);
  hand.setState({ announcement: t('moved', { count: places.size }) });
  return true;
}

function runWidgetKey(event: KeyboardEvent, hand: InteractionStore, now: () => KeyboardContext): boolean {
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
  const outlet = widget.summary.outlets[focus.outlet];
  if (event.key === 'Enter') editing.onRename(widget.id);
  else if (event.key === 'F2') editing.onOpen(widget.id);
  else if (event.key === 'Delete' || event.key === 'Backspace') editing.onDelete(targetWidgets(hand, now));
  else if (event.key === 'c' && outlet !== undefined)
    hand.setState({ connectByNameFrom: { widget: widget.id, outlet: outlet.key } });
  else return false;
  return true;
}

function targetWidgets(hand: InteractionStore, now: () => KeyboardContext): string[] {
  const { selected } = now().props;
  const { focus } = hand.getState();
  return selected.size > 0 ? [...selected] : focus === null ? [] : [focus.widget];
}

function outletLabel(scene: Scene, { widget, outlet }: Focus): string {
  const found = scene.widgets.get(widget)?.summary.outlets[outlet];
  if (found === undefined) return '';
  return found.next === null
    ? t('free', { outlet: found.label })
    : t('leadsTo', { outlet: found.label, widget: found.next });
}

function deadEndLabel(scene: Scene, focus: Focus, step: FocusDirection): string {
  if (step === 'up') return t('noSource');
  if (step === 'down') return outletLabel(scene, focus);
  return accessibleName(scene.widgets.get(focus.widget)?.summary.name ?? '');
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
