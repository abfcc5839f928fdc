/**
 * The keyboard on the canvas: moving the focus along the cords. A page that edits has its own table of keys and calls
 * `walk`; a read-only canvas handles arrows, zoom keys and Escape itself, while it has the focus.
 */

import { type KeyboardEvent, useMemo, useRef } from 'react';
import { deadEndLabel, outletLabel } from '../accessibility/accessible-label.ts';
import { moveFocus } from '../accessibility/focus-navigation.ts';
import { rovingTabStop } from '../accessibility/roving-tab-stop.ts';
import type { CanvasProps, FocusDirection } from '../canvas-props.ts';
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

/** `focusCard` moves the browser's focus to a card as soon as it is mounted. */
export function useKeyboard(
  store: InteractionStore,
  readCanvas: () => KeyboardContext,
  focusCard: (id: string) => void,
) {
  const history = useRef<Focus[]>([]);
  return useMemo(() => {
    const walk = (direction: FocusDirection): void => {
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
      focusCard(next.widget);
      if (!isSameWidget) camera.reveal([next.widget]);
    };
    const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
      if (!(event.target instanceof HTMLElement) || event.target.closest('[data-tool], input, textarea'))
        return;
      if (readCanvas().props.editing !== undefined || !runReadingKey(event, readCanvas, walk)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    return { walk, onKeyDown };
  }, [store, readCanvas, focusCard]);
}

/** Arrows and Home walk; Shift 1 fits the flow, Shift 2 the selection, Shift 0 zooms to 100 %; Escape deselects. */
function runReadingKey(
  event: KeyboardEvent,
  readCanvas: () => KeyboardContext,
  walk: (direction: FocusDirection) => void,
): boolean {
  const { camera, props } = readCanvas();
  if (event.ctrlKey || event.metaKey) return false;
  const direction = event.shiftKey ? undefined : directions[event.key];
  if (direction !== undefined) walk(direction);
  else if (event.key === 'Escape' && props.selected.size > 0) props.onSelect(new Set());
  else if (event.shiftKey && event.code === 'Digit1') camera.fit();
  else if (event.shiftKey && event.code === 'Digit2') camera.fitTo(props.selected);
  else if (event.shiftKey && event.code === 'Digit0') camera.zoomTo(1);
  else return false;
  return true;
}
