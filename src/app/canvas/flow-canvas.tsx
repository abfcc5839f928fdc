/** The canvas: draws a flow definition and reports gestures. It never changes the definition itself. */

import '../words/chunks/flow-words.ts';
import 'reactflow/dist/base.css';
// In the order of the cascade: states and details follow the parts they change.
import './flow-canvas.css';
import './render/cords.css';
import './render/cards.css';
import './render/trigger-rail.css';
import './render/marks.css';
import './render/level-of-detail.css';
import './render/cord-toolbar.css';
import './interaction/gesture-overlay.css';
import './viewport/controls.css';
import './accessibility/connect-by-name.css';
import { type Ref, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { ReactFlowProvider } from 'reactflow';
import { framesOf, readAnnotations } from '#flow/annotations/travelling.ts';
import type { Box } from './box.ts';
import type { CanvasHandle, CanvasProps } from './canvas-props.ts';
import { createInteractionStore, InteractionContext } from './interaction/interaction-store.ts';
import type { Scene } from './render/scene.ts';
import { useScene } from './render/use-scene.ts';
import { useCordRoutes } from './routing/use-cord-routes.ts';
import { Stage } from './stage.tsx';
import { wholeBox } from './viewport/camera.ts';
import { floatingOver, roomBeside } from './viewport/room.ts';
import { fitView, readableViewport, type ScreenSize, type Viewport } from './viewport/viewport.ts';

export function FlowCanvas({ ref, ...props }: CanvasProps & { ref?: Ref<CanvasHandle> }) {
  const container = useRef<HTMLDivElement>(null);
  const [screen, setScreen] = useState<ScreenSize | null>(null);
  const [store] = useState(createInteractionStore);
  const scene = useScene(props.definition, props.findings, props.changes?.removedCords, props.flowNames);
  const cordRoutes = useCordRoutes(scene);

  const [initial] = useState(() => ({ viewport: null as Viewport | null }));
  /** Chooses the first viewport, once. */
  const place = useEffectEvent((element: Element, size: ScreenSize) => {
    initial.viewport ??= initialViewport(scene, roomBeside(size, floatingOver(element)), size, props);
  });

  useLayoutEffect(() => {
    const element = container.current;
    if (element === null) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width > 0) place(element, { width, height });
      setScreen((before) =>
        before?.width === width && before.height === height ? before : { width, height },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  return (
    <div ref={container} className="flow-canvas" translate="no">
      {screen !== null && initial.viewport !== null ? (
        <InteractionContext value={store}>
          <ReactFlowProvider>
            <Stage
              scene={scene}
              cordRoutes={cordRoutes}
              screen={screen}
              initial={initial.viewport}
              props={props}
              handle={ref}
            />
          </ReactFlowProvider>
        </InteractionContext>
      ) : (
        // What will stand in the corners has its lane in the first view.
        <>
          <div className="corner zoomer" data-lane="bottom" />
          <div className="corner minimap" data-lane="bottom" />
        </>
      )}
    </div>
  );
}

function initialViewport(
  scene: Scene,
  room: Box,
  screen: ScreenSize,
  { initialView, definition }: CanvasProps,
): Viewport {
  const whole = wholeBox({ scene, frames: framesOf(readAnnotations(definition.ui)) });
  if (whole === null) return { x: room.x + room.width / 2, y: room.y, zoom: 1 };
  const [first, ...others] = initialView === 'readable' ? boxesInOrder(scene, definition.initial_state) : [];
  return first === undefined
    ? fitView(whole, room)
    : readableViewport(whole, [first, ...others], room, screen);
}

/** The cards in the order in which executions reach them from `start`, breadth-first, and then the others. */
function boxesInOrder({ widgets, cords, cordsOfWidget }: Scene, start: string): Box[] {
  if (!widgets.has(start)) return [];
  const order = new Set([start]);
  for (const id of order) {
    for (const cord of cordsOfWidget.get(id) ?? []) {
      const { from, to = id } = cords.get(cord) ?? {};
      if (from === id) order.add(to);
    }
  }
  return [...order, ...widgets.keys()].flatMap((id) => widgets.get(id)?.box ?? []);
}
