/** The minimap: the whole flow in the corner, with the visible part as a frame that can be dragged. */

import { type PointerEvent, useEffect, useMemo, useRef } from 'react';
import { useReactFlow, useStoreApi } from 'reactflow';
import { type Box, boundingBox, inflate } from '../box.ts';
import { t } from '../canvas-text.ts';
import type { Colours } from '../render/colours.ts';
import { buildDisplayList, fillColour } from '../render/display-list.ts';
import { isFaded, type Overlay, widgetStatus } from '../render/overlay.ts';
import type { Scene } from '../render/scene.ts';
import type { Routes } from '../routing/cord-router.ts';
import { type ScreenSize, viewportOf, visibleBox } from './viewport.ts';

const [width, height] = [112, 68];

/** In the corner the cords of larger flows would be one grey area. */
const maxWidgetsWithCords = 300;

/** With more widgets a picture takes longer than an edit leaves of a frame: it is painted again once edits pause. */
const maxWidgetsAtOnce = 1_000;
const pauseMs = 200;

type MinimapProps = {
  /** Notes and groups. */
  frames: readonly Box[];
  scene: Scene;
  routes: Routes;
  overlay: Overlay | null;
  colours: Colours;
  screen: ScreenSize;
};

export function Minimap({ frames, scene, routes, overlay, colours, screen }: MinimapProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const store = useStoreApi();
  const reactFlow = useReactFlow();
  const whole = useMemo(() => {
    const box = boundingBox([...[...scene.widgets.values()].map((widget) => widget.box), ...frames]);
    return inflate(box ?? { x: 0, y: 0, width: 1, height: 1 }, 80);
  }, [scene, frames]);
  const { scale, left, top } = minimapTransform(whole);
  const isPainted = useRef(false);

  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (context === null || context === undefined) return;
    let frameRequest = 0;
    const paint = () => {
      isPainted.current = true;
      paintFlow(context, { frames, scene, routes, overlay, colours }, { whole, scale, left, top });
    };
    // The flow itself is painted first, the minimap in the next frame.
    const paintInNextFrame = () => {
      frameRequest = requestAnimationFrame(paint);
    };
    const waits = isPainted.current && scene.widgets.size > maxWidgetsAtOnce;
    const timer = waits ? setTimeout(paintInNextFrame, pauseMs) : undefined;
    if (!waits) paintInNextFrame();
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(frameRequest);
    };
  }, [frames, scene, routes, overlay, colours, whole, scale, left, top]);

  useEffect(() => {
    const placeFrame = () => {
      const visible = visibleBox(viewportOf(store.getState().transform), screen);
      const style = frame.current?.style;
      if (style === undefined) return;
      placeVisible(style, visible, { whole, scale, left, top });
    };
    placeFrame();
    return store.subscribe((state, before) => {
      if (state.transform !== before.transform) placeFrame();
    });
  }, [store, screen, whole, scale, left, top]);

  const panTo = (event: PointerEvent<HTMLDivElement>) => {
    if (event.type === 'pointermove' && event.buttons !== 1) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const box = event.currentTarget.getBoundingClientRect();
    const x = (event.clientX - box.x - left) / scale + whole.x;
    const y = (event.clientY - box.y - top) / scale + whole.y;
    void reactFlow.setCenter(x, y, { zoom: reactFlow.getZoom() });
  };
  return (
    <div
      className="corner minimap"
      role="img"
      aria-label={t('minimap')}
      data-lane="bottom"
      data-tool
      onPointerDown={panTo}
      onPointerMove={panTo}
    >
      <canvas ref={canvas} className="mini" />
      <div ref={frame} className="mv" />
    </div>
  );
}

/** How the flow is scaled and placed in the minimap, in px. */
type Transform = { whole: Box; scale: number; left: number; top: number };

function paintFlow(
  context: CanvasRenderingContext2D,
  { frames, scene, routes, overlay, colours }: Omit<MinimapProps, 'screen'>,
  { whole, scale, left, top }: Transform,
): void {
  const ratio = window.devicePixelRatio;
  context.canvas.width = width * ratio;
  context.canvas.height = height * ratio;
  context.setTransform(
    scale * ratio,
    0,
    0,
    scale * ratio,
    (left - whole.x * scale) * ratio,
    (top - whole.y * scale) * ratio,
  );
  context.lineWidth = 0.75 / scale;
  context.strokeStyle = colours.dim;
  for (const { x, y, width, height } of frames) context.strokeRect(x, y, width, height);
  if (scene.widgets.size <= maxWidgetsWithCords) {
    const { cords } = buildDisplayList(scene, routes, overlay, new Set());
    for (const tiles of cords.values()) for (const path of tiles.in(whole)) context.stroke(path);
  }
  for (const widget of scene.widgets.values()) {
    const { box } = widget;
    context.globalAlpha = isFaded(widgetStatus(overlay, widget.id)) ? 0.35 : 1;
    context.fillStyle = colours[fillColour(widget)];
    context.beginPath();
    context.roundRect(box.x, box.y, box.width, box.height, Math.min(24, 1.5 / scale));
    context.fill();
  }
}

function placeVisible(
  style: CSSStyleDeclaration,
  visible: Box,
  { whole, scale, left, top }: Transform,
): void {
  const [x, right] = [visible.x, visible.x + visible.width].map((at) =>
    clamp((at - whole.x) * scale + left, 1, width - 1),
  ) as [number, number];
  const [y, bottom] = [visible.y, visible.y + visible.height].map((at) =>
    clamp((at - whole.y) * scale + top, 1, height - 1),
  ) as [number, number];
  style.transform = `translate(${x}px, ${y}px)`;
  style.width = `${Math.max(4, right - x)}px`;
  style.height = `${Math.max(4, bottom - y)}px`;
}

function minimapTransform(whole: Box) {
  const scale = Math.min((width - 4) / whole.width, (height - 4) / whole.height);
  return { scale, left: (width - whole.width * scale) / 2, top: (height - whole.height * scale) / 2 };
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
