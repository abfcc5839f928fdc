/** The keys of the canvas. It is one tab stop; inside it, arrow keys move the focus along the cords. */

import { type KeyboardEvent, useMemo, useRef } from 'react';
import type { Point } from '#flow/definition.ts';
import { deadEndLabel, outletLabel } from '../accessibility/accessible-label.ts';
import { type FocusDirection, moveFocus } from '../accessibility/focus-navigation.ts';
import { rovingTabStop } from '../accessibility/roving-tab-stop.ts';
import type { CanvasProps } from '../canvas-props.ts';
import { t } from '../canvas-text.ts';
import type { Scene } from '../render/scene.ts';
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

/** The keydown handler. `focusCard` moves the browser's focus to a card as soon as it is mounted. */
export function useKeyboard(
  store: InteractionStore,
  readCanvas: () => KeyboardContext,
  focusCard: (id: string) => void,
) {
  const history = useRef<Focus[]>([]);
  return useMemo(() => {
    const moveTo = (direction: FocusDirection): void => {
      const { scene, props, camera } = readCanvas();
      const tabStop = rovingTabStop(scene, store.getState().focus);
      if (tabStop === null) return;
      const focus = store.getState().focus ?? { widget: tabStop, outlet: 0 };
      const next = moveFocus(scene, focus, direction, history.current);
      if (next === null) {
        store.setState({ announcement: deadEndLabel(scene, focus, direction) });
        return;
      }
      if (direction === 'down') history.current.push(focus);
      else if (direction === 'up') history.current.pop();
      else if (next.widget !== focus.widget) history.current = [];
      store.setState({ focus: next, announcement: outletLabel(scene, next) });
      const isSameWidget = next.widget === focus.widget && direction !== 'home';
      if (!isSameWidget || !props.selected.has(next.widget)) props.onSelect(new Set([next.widget]));
      if (isSameWidget) return;
      camera.reveal([next.widget]);
      focusCard(next.widget);
    };
    return (event: KeyboardEvent<HTMLElement>): void => {
      if (
        !(event.target instanceof HTMLElement) ||
        event.target.closest('[data-tool], input, textarea') !== null
      )
        return;
      const isHandled =
        runViewportKey(event, readCanvas) ||
        moveSelection(event, store, readCanvas) ||
        runWidgetKey(event, store, readCanvas);
      const direction =
        event.altKey || event.ctrlKey || event.metaKey || event.shiftKey ? undefined : directions[event.key];
      if (!isHandled && direction !== undefined) moveTo(direction);
      if (!isHandled && direction === undefined) return;
      event.preventDefault();
      event.stopPropagation();
    };
  }, [store, readCanvas, focusCard]);
}

/** Shift 1 fits the flow, Shift 2 the selection, Shift 0 zooms to 100 %. */
function runViewportKey(event: KeyboardEvent, readCanvas: () => KeyboardContext): boolean {
  if (!event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return false;
  const { camera, props } = readCanvas();
  if (event.code === 'Digit1') camera.fit();
  else if (event.code === 'Digit2') camera.fitTo(props.selected);
  else if (event.code === 'Digit0') camera.zoomTo(1);
  else return false;
  return true;
}

/** Alt and an arrow move the selected cards by 20, with Shift by 4. */
function moveSelection(
  event: KeyboardEvent,
  store: InteractionStore,
  readCanvas: () => KeyboardContext,
): boolean {
  const direction = moveDirections[event.key];
  const { scene, props } = readCanvas();
  if (!event.altKey || direction === undefined || props.editing === undefined) return false;
  const step = event.shiftKey ? 4 : 20;
  const positions = new Map<string, Point>();
  for (const id of targetWidgets(store, readCanvas)) {
    const box = scene.widgets.get(id)?.box;
    if (box !== undefined)
      positions.set(id, { x: box.x + direction.x * step, y: box.y + direction.y * step });
  }
  if (positions.size === 0) return false;
  props.editing.onMove(positions);
  store.setState({ announcement: t('moved', { count: positions.size }) });
  return true;
}

/** Keys that act on the selection or on the focused widget. */
function runWidgetKey(
  event: KeyboardEvent,
  store: InteractionStore,
  readCanvas: () => KeyboardContext,
): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
  const { props, scene } = readCanvas();
  const { editing } = props;
  const { focus } = store.getState();
  if (event.key === 'Escape' && props.selected.size > 0) {
    props.onSelect(new Set());
    return true;
  }
  const widget = focus === null ? undefined : scene.widgets.get(focus.widget);
  if (editing === undefined || focus === null || widget === undefined) return false;
  const outlet = widget.summary.outlets[focus.outlet];
  if (event.key === 'Enter') editing.onRename(widget.id);
  else if (event.key === 'F2') editing.onOpen(widget.id);
  else if (event.key === 'Delete' || event.key === 'Backspace')
    editing.onDelete(targetWidgets(store, readCanvas));
  else if (event.key === 'c' && outlet !== undefined)
    store.setState({ connectByNameFrom: { widget: widget.id, outlet: outlet.key } });
  else return false;
  return true;
}

/** The selection, or the focused widget without one. */
function targetWidgets(store: InteractionStore, readCanvas: () => KeyboardContext): string[] {
  const { selected } = readCanvas().props;
  const { focus } = store.getState();
  return selected.size > 0 ? [...selected] : focus === null ? [] : [focus.widget];
}
