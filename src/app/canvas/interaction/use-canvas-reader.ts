/** The camera of the canvas, and reading the canvas at the time of an event. */

import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import { useStoreApi } from 'reactflow';
import { useLatest } from '../../ui/use-latest.ts';
import type { Box } from '../box.ts';
import { type Camera, useCamera } from '../viewport/camera.ts';
import { floatingOver, roomBeside } from '../viewport/room.ts';
import { viewportOf } from '../viewport/viewport.ts';
import type { CanvasSnapshot } from './canvas-snapshot.ts';

type Drawn = Pick<CanvasSnapshot, 'scene' | 'routes' | 'cordIndex' | 'screen' | 'props'> & {
  /** Those of notes and groups. */
  frames: readonly Box[];
};

export type CanvasReader = { camera: Camera; readCanvas(): CanvasSnapshot };

/** Both are the same in each render. */
export function useCanvasReader(rootRef: RefObject<HTMLElement | null>, drawn: Drawn): CanvasReader {
  const store = useStoreApi();
  const drawnRef = useLatest(drawn);
  const isSpaceDown = useSpaceBar();
  const pictured = useCallback(() => {
    const { current } = drawnRef;
    const room = () =>
      roomBeside(current.screen, rootRef.current === null ? [] : floatingOver(rootRef.current));
    return { ...current, room };
  }, [drawnRef, rootRef]);
  const camera = useCamera(pictured);
  const readCanvas = useCallback((): CanvasSnapshot => {
    const origin = rootRef.current?.getBoundingClientRect() ?? { x: 0, y: 0 };
    const viewport = viewportOf(store.getState().transform);
    return { ...drawnRef.current, camera, viewport, origin, isSpaceDown: isSpaceDown() };
  }, [rootRef, store, drawnRef, camera, isSpaceDown]);
  return { camera, readCanvas };
}

/** The space bar as modifier key: whether it is held. While it is, dragging pans (React Flow does it). */
function useSpaceBar(): () => boolean {
  const isHeld = useRef(false);
  useEffect(() => {
    const update = (event: globalThis.KeyboardEvent) => {
      if (event.code === 'Space') isHeld.current = event.type === 'keydown';
    };
    const release = () => {
      isHeld.current = false;
    };
    window.addEventListener('keydown', update);
    window.addEventListener('keyup', update);
    window.addEventListener('blur', release);
    return () => {
      window.removeEventListener('keydown', update);
      window.removeEventListener('keyup', update);
      window.removeEventListener('blur', release);
    };
  }, []);
  return useMemo(() => () => isHeld.current, []);
}
