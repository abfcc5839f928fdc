/** The canvas: a definition drawn, looked at and changed by hand. Says what a person did, changes nothing itself. */

import 'reactflow/dist/base.css';
import './canvas.css';
import { type Ref, useLayoutEffect, useRef, useState } from 'react';
import { ReactFlowProvider } from 'reactflow';
import { boundingBox } from './box.ts';
import type { CanvasHandle, CanvasProps } from './canvas-props.ts';
import { createInteractionStore, InteractionContext } from './interaction/interaction-store.ts';
import type { Scene } from './render/scene.ts';
import { useRoutes, useScene } from './render/use-scene.ts';
import { Stage } from './stage.tsx';
import { fitView, readableViewport, type ScreenSize, type Viewport } from './viewport/viewport.ts';

export function FlowCanvas({ ref, ...props }: CanvasProps & { ref?: Ref<CanvasHandle> }) {
  const frame = useRef<HTMLDivElement>(null);
  const [screen, setScreen] = useState<ScreenSize | null>(null);
  const [hand] = useState(createInteractionStore);
  const scene = useScene(props.definition, props.findings);
  const drawn = useRoutes(scene);

  useLayoutEffect(() => {
    const element = frame.current;
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

  const [initial] = useState(() => ({ view: null as Viewport | null }));
  if (screen !== null && initial.view === null && screen.width > 0) {
    initial.view = initialViewport(scene, screen, props);
  }
  return (
    <div ref={frame} className="flow-canvas">
      {screen !== null && initial.view !== null && (
        <InteractionContext value={hand}>
          <ReactFlowProvider>
            <Stage
              scene={scene}
              drawn={drawn}
              screen={screen}
              initial={initial.view}
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
  { initialView: opening, definition }: CanvasProps,
): Viewport {
  const whole = boundingBox([...scene.widgets.values()].map(({ box }) => box));
  if (whole === null) return { x: screen.width / 2, y: 80, zoom: 1 };
  const start = scene.widgets.get(definition.initial_state)?.box;
  return opening === 'readable' && start !== undefined
    ? readableViewport(whole, start, screen)
    : fitView(whole, screen);
}
