/** The canvas: a definition drawn, looked at and changed by hand. Says what a person did, changes nothing itself. */

import 'reactflow/dist/base.css';
import './canvas.css';
import { type Ref, useLayoutEffect, useRef, useState } from 'react';
import { ReactFlowProvider } from 'reactflow';
import { around } from './box-index.ts';
import type { CanvasHandle, CanvasProps } from './canvas-props.ts';
import { createHand, HandContext } from './hand.ts';
import { Stage } from './stage.tsx';
import { useRoutes, useScene } from './use-scene.ts';
import { fitView, type Screen } from './visibility.ts';

export function FlowCanvas({ ref, ...props }: CanvasProps & { ref?: Ref<CanvasHandle> }) {
  const frame = useRef<HTMLDivElement>(null);
  const [screen, setScreen] = useState<Screen | null>(null);
  const [hand] = useState(createHand);
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

  const [initial] = useState(() => ({ view: null as ReturnType<typeof fitView> | null }));
  if (screen !== null && initial.view === null && screen.width > 0) {
    const whole = around([...scene.widgets.values()].map(({ box }) => box));
    initial.view = whole === null ? { x: screen.width / 2, y: 80, zoom: 1 } : fitView(whole, screen);
  }
  return (
    <div ref={frame} className="flow-canvas">
      {screen !== null && initial.view !== null && (
        <HandContext value={hand}>
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
        </HandContext>
      )}
    </div>
  );
}
