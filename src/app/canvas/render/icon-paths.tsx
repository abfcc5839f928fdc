/** The icons of widget types as paths for a canvas element, read from hidden drawings of them. */

import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { IconPaths } from './block-labels.ts';
import { widgetIcon } from './icons.ts';
import type { Scene } from './scene.ts';

type IconSourceProps = { types: readonly string[]; onRead(paths: IconPaths): void };

const noTypes: readonly string[] = [];
/** No widget type has one. */
const separator = '\n';

/** The paths of a flow's icons, and what they are read from: an element that has to be rendered. None without a scene. */
export function useIconPaths(scene: Scene | null): { paths: IconPaths; source: ReactNode } {
  const [paths, setPaths] = useState<IconPaths>(() => new Map());
  const key = useMemo(() => (scene === null ? null : typesOf(scene).join(separator)), [scene]);
  const types = useMemo(() => (key === null ? noTypes : key.split(separator)), [key]);
  return { paths, source: key === null ? null : <IconSource types={types} onRead={setPaths} /> };
}

/** Draws the icon of each type out of sight, and reads its shapes once. */
function IconSource({ types, onRead }: IconSourceProps) {
  const source = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const drawings = [...(source.current?.querySelectorAll('svg') ?? [])];
    onRead(new Map(drawings.map((drawing, index) => [types[index] ?? '', pathOf(drawing)])));
  }, [types, onRead]);
  return (
    <div ref={source} hidden>
      {types.map((type) => {
        const Drawing = widgetIcon(type);
        return <Drawing key={type} />;
      })}
    </div>
  );
}

/** The types of a flow in an order that does not change with its widgets. */
function typesOf({ widgets }: Scene): string[] {
  return [...new Set([...widgets.values()].map(({ summary }) => summary.type))].sort();
}

function pathOf(drawing: SVGSVGElement): Path2D {
  const path = new Path2D();
  for (const shape of drawing.children) {
    const number = (name: string) => Number(shape.getAttribute(name) ?? 0);
    switch (shape.tagName) {
      case 'path':
        path.addPath(new Path2D(shape.getAttribute('d') ?? ''));
        break;
      case 'circle':
        path.moveTo(number('cx') + number('r'), number('cy'));
        path.arc(number('cx'), number('cy'), number('r'), 0, 2 * Math.PI);
        break;
      case 'rect':
        path.roundRect(number('x'), number('y'), number('width'), number('height'), number('rx'));
        break;
      case 'line':
        path.moveTo(number('x1'), number('y1'));
        path.lineTo(number('x2'), number('y2'));
        break;
      case 'ellipse':
        path.moveTo(number('cx') + number('rx'), number('cy'));
        path.ellipse(number('cx'), number('cy'), number('rx'), number('ry'), 0, 0, 2 * Math.PI);
        break;
      default:
        // Polylines and polygons.
        path.addPath(
          new Path2D(`M${shape.getAttribute('points') ?? ''}${shape.tagName === 'polygon' ? 'Z' : ''}`),
        );
    }
  }
  return path;
}
