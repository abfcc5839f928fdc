/** What a gesture draws above the cards: the cord being connected, alignment guides, the selection frame. */

import type { CSSProperties } from 'react';
import type { Point } from '#flow/definition.ts';
import type { PendingCord } from '../canvas-props.ts';
import { jackPosition, type Scene } from '../render/scene.ts';
import { roundedPath } from '../routing/cord-path.ts';
import { type Gesture, useInteraction } from './interaction-store.ts';
import type { AlignmentGuide } from './snapping.ts';

type GestureOverlayProps = { scene: Scene; pendingCord: PendingCord | null };

export function GestureOverlay({ scene, pendingCord }: GestureOverlayProps) {
  const gesture = useInteraction((state) => state.gesture);
  if (gesture === null)
    return pendingCord && <CordPreview gesture={{ ...pendingCord, target: null }} scene={scene} />;
  if (gesture.kind === 'translating')
    return gesture.guides.map((guide) => <GuideLine key={`${guide.kind} ${guide.axis}`} guide={guide} />);
  if (gesture.kind === 'moving-source') return <SourcePreview gesture={gesture} scene={scene} />;
  if (gesture.kind === 'connecting') return <CordPreview gesture={gesture} scene={scene} />;
  const { x, y, width, height } = gesture.box;
  return <div className="marquee" style={{ left: x, top: y, width, height }} />;
}

function CordPreview({
  gesture,
  scene,
}: {
  gesture: Omit<Extract<Gesture, { kind: 'connecting' }>, 'kind'>;
  scene: Scene;
}) {
  const source = scene.widgets.get(gesture.from.widget);
  if (source === undefined) return null;
  const { outlets } = source.summary;
  const jack = jackPosition(
    source.box,
    outlets.length,
    outlets.findIndex(({ key }) => key === gesture.from.outlet),
  );
  const target = gesture.target === null ? undefined : scene.widgets.get(gesture.target);
  const end = target === undefined ? gesture.at : { x: target.box.x + target.box.width / 2, y: target.box.y };
  return <DrawnCord jack={jack} end={end} isPlugged={target !== undefined} />;
}

/** The cord whose beginning is dragged: from the pointer, or the outlet under it, to its target. */
function SourcePreview({
  gesture,
  scene,
}: {
  gesture: Extract<Gesture, { kind: 'moving-source' }>;
  scene: Scene;
}) {
  const target = scene.widgets.get(gesture.to);
  const source = gesture.outlet === null ? undefined : scene.widgets.get(gesture.outlet.widget);
  if (target === undefined) return null;
  const { outlets } = source?.summary ?? { outlets: [] };
  const index = outlets.findIndex(({ key }) => key === gesture.outlet?.outlet);
  const jack = source === undefined ? gesture.at : jackPosition(source.box, outlets.length, index);
  const end = { x: target.box.x + target.box.width / 2, y: target.box.y };
  return <DrawnCord jack={jack} end={end} isPlugged />;
}

function DrawnCord({ jack, end, isPlugged }: { jack: Point; end: Point; isPlugged: boolean }) {
  const below = end.y - 20 >= jack.y + 14;
  const middle = below ? (jack.y + end.y) / 2 : jack.y + 20;
  const side = (jack.x + end.x) / 2;
  const corners: [number, number][] = below
    ? [
        [jack.x, jack.y],
        [jack.x, middle],
        [end.x, middle],
        [end.x, end.y],
      ]
    : [
        [jack.x, jack.y],
        [jack.x, middle],
        [side, middle],
        [side, end.y - 24],
        [end.x, end.y - 24],
        [end.x, end.y],
      ];
  return (
    <svg className="cords top" aria-hidden>
      <path className="e drawn" d={roundedPath(corners)} />
      <circle className="e-end" cx={jack.x} cy={jack.y} r={5} />
      {!isPlugged ? (
        <circle className="e-end" cx={end.x} cy={end.y} r={5} />
      ) : (
        <path className="e-arrow drawn" d={`M${end.x - 3.6} ${end.y - 8.2}h7.2L${end.x} ${end.y - 2.2}z`} />
      )}
    </svg>
  );
}

function GuideLine({ guide }: { guide: AlignmentGuide }) {
  const length = guide.to - guide.from;
  if (guide.kind === 'line') {
    const style =
      guide.axis === 'x'
        ? { left: guide.at, top: guide.from, height: length }
        : { left: guide.from, top: guide.at, width: length };
    return <i className={guide.axis === 'x' ? 'guide-v' : 'guide-h'} style={style} />;
  }
  return (
    <>
      <i className="guide-h" style={{ left: guide.from, top: guide.at, width: length }} />
      <i className="guide-v" style={{ left: guide.from, top: guide.at - 5, height: 10 }} />
      <i className="guide-v" style={{ left: guide.to, top: guide.at - 5, height: 10 }} />
      <span
        className="guide-n"
        style={{ '--x': `${guide.from + length / 2}px`, '--y': `${guide.at}px` } as CSSProperties}
      >
        {Math.round(length)}
      </span>
    </>
  );
}
