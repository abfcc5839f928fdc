/** Scene and routes of a definition, taken over from the last render as far as nothing changed. */

import { useMemo, useRef } from 'react';
import type { FlowDefinition } from '#flow/definition.ts';
import type { Finding } from '#flow/validation/finding.ts';
import { indexRoutes, type Routes, routeCords } from '../routing/cord-router.ts';
import type { SpatialIndex } from '../viewport/spatial-index.ts';
import { projectScene, type Scene } from './scene.ts';

const noFindings: readonly Finding[] = [];

export function useScene(definition: FlowDefinition, findings: readonly Finding[] = noFindings): Scene {
  const last = useRef<Scene | null>(null);
  return useMemo(() => {
    last.current = projectScene(definition, findings, last.current);
    return last.current;
  }, [definition, findings]);
}

/** The routes of all cords and where each of them lies. The same objects again while no card and no cord moved. */
export function useRoutes(scene: Scene): { routes: Routes; cords: SpatialIndex<string> } {
  const last = useRef<{ scene: Scene; routes: Routes; cords: SpatialIndex<string> } | null>(null);
  return useMemo(() => {
    if (last.current !== null && isSameGeometry(last.current.scene, scene)) {
      last.current.scene = scene;
      return last.current;
    }
    const boxes = [...scene.widgets.values()].map(({ box }) => box);
    const routes = routeCords(boxes, [...scene.cords.values()]);
    const cords = indexRoutes(routes);
    last.current = { scene, routes, cords };
    return last.current;
  }, [scene]);
}

function isSameGeometry(a: Scene, b: Scene): boolean {
  if (a.widgets.size !== b.widgets.size || a.cords.size !== b.cords.size) return false;
  for (const [id, { box }] of b.widgets) {
    const before = a.widgets.get(id)?.box;
    if (before === undefined || before.x !== box.x || before.y !== box.y) return false;
    if (before.width !== box.width || before.height !== box.height) return false;
  }
  for (const [id, end] of b.cords) {
    const before = a.cords.get(id);
    if (before === undefined || before.to !== end.to || before.x0 !== end.x0) return false;
  }
  return true;
}
