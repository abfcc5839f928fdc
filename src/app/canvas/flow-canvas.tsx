/** The canvas: draws a flow definition and reports gestures. It never changes the definition itself. */

import '../words/add-flow-words.ts';
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
import { type Ref, useLayoutEffect, useRef, useState } from 'react';
import { ReactFlowProvider } from 'reactflow';
import { framesOf, readAnnotations } from '#flow/annotations/travelling.ts';
import type { CanvasHandle, CanvasProps } from './canvas-props.ts';
import { createInteractionStore, InteractionContext } from './interaction/interaction-store.ts';
import type { Scene } from './render/scene.ts';
import { useScene } from './render/use-scene.ts';
import { useCordRoutes } from './routing/use-cord-routes.ts';
import { Stage } from './stage.tsx';
import { wholeBox } from './viewport/camera.ts';
import { fitView, readableViewport, type ScreenSize, type Viewport } from './viewport/viewport.ts';

export function FlowCanvas({ ref, ...props }: CanvasProps & { ref?: Ref<CanvasHandle> }) {
  const container = useRef<HTMLDivElement>(null);
  const [screen, setScreen] = useState<ScreenSize | null>(null);
  const [store] = useState(createInteractionStore);
  const scene = useScene(props.definition, props.findings, props.changes?.removedCords);
  const cordRoutes = useCordRoutes(scene);

  useLayoutEffect(() => {
    const element = container.current;
    if (element === null) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      setScreen((before) =>
        before?.width === width && before.height === height ? before : { width, height },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const [initial] = useState(() => ({ viewport: null as Viewport | null }));
  if (screen !== null && initial.viewport === null && screen.width > 0) {
    initial.viewport = initialViewport(scene, screen, props);
  }
  return (
    <div ref={container} className="flow-canvas">
      {screen !== null && initial.viewport !== null && (
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
      )}
    </div>
  );
}

function initialViewport(
  scene: Scene,
  screen: ScreenSize,
  { initialView, definition }: CanvasProps,
): Viewport {
  const whole = wholeBox({ scene, frames: framesOf(readAnnotations(definition.ui)) });
  if (whole === null) return { x: screen.width / 2, y: 80, zoom: 1 };
  const start = scene.widgets.get(definition.initial_state)?.box;
  return initialView === 'readable' && start !== undefined
    ? readableViewport(whole, start, screen)
    : fitView(whole, screen);
}
