/** The hovered cord: drawn above all others, with a toolbar that names its event and can change it. */

import { Plus, Trash2 } from 'lucide-react';
import type { CSSProperties } from 'react';
import type { Point } from '#flow/definition.ts';
import { Icon } from '../../ui/icon.tsx';
import type { CanvasEditing } from '../canvas-props.ts';
import { t } from '../canvas-text.ts';
import type { CanvasSnapshot } from '../interaction/canvas-snapshot.ts';
import { useInteraction, useInteractionStore } from '../interaction/interaction-store.ts';
import { longestSegmentMiddle } from '../routing/cord-path.ts';
import type { Routes } from '../routing/cord-router.ts';
import { visibleBox } from '../viewport/viewport.ts';
import { CordShape } from './cord-layer.tsx';
import { type Scene, unroutedCord } from './scene.ts';

type HoveredCordProps = {
  scene: Scene;
  routes: Routes;
  editing: CanvasEditing | undefined;
  positionOf(id: string, at: Point): Point;
};

export function HoveredCord({ scene, routes, editing, positionOf }: HoveredCordProps) {
  const hover = useInteraction((state) => (state.gesture === null ? state.hover : null));
  const dropCord = useInteraction((state) => state.dropCord);
  const id = dropCord ?? (hover?.kind === 'cord' ? hover.id : null);
  const route = id === null ? undefined : routes.get(id);
  if (id === null || route === undefined) return null;
  return (
    <>
      <svg className="cords top" aria-hidden>
        <CordShape id={id} route={route} state=" hov" halo />
      </svg>
      {hover?.kind === 'cord' && dropCord === null && (
        <CordToolbar scene={scene} id={id} at={positionOf(id, hover.at)} editing={editing} />
      )}
    </>
  );
}

type CordToolbarProps = { scene: Scene; id: string; at: Point; editing: CanvasEditing | undefined };

function CordToolbar({ scene, id, at, editing }: CordToolbarProps) {
  const store = useInteractionStore();
  const cord = scene.cords.get(id);
  const source = cord === undefined ? undefined : scene.widgets.get(cord.from);
  if (
    cord === undefined ||
    source === undefined ||
    unroutedCord(scene.widgets, id, cord.from, cord.outlet, cord.to) === null
  )
    return null;
  const label = source.summary.outlets.find(({ key }) => key === cord.outlet)?.label ?? cord.outlet;
  const from = { widget: cord.from, outlet: cord.outlet };
  return (
    <div className="e-tools" style={{ '--x': `${at.x}px`, '--y': `${at.y}px` } as CSSProperties} data-tool>
      <span className="lb">{label}</span>
      {editing !== undefined && (
        <>
          <button
            type="button"
            className="tb"
            tabIndex={-1}
            aria-label={t('insert')}
            title={t('insert')}
            onClick={(event) => {
              const box = event.currentTarget.getBoundingClientRect();
              editing.onInsert(from, at, { x: box.x + box.width / 2, y: box.bottom });
            }}
          >
            <Icon of={Plus} size={12} />
          </button>
          <button
            type="button"
            className="tb"
            tabIndex={-1}
            aria-label={t('disconnect')}
            title={t('disconnect')}
            onClick={() => {
              store.setState({ hover: null });
              editing.onDisconnect(from);
            }}
          >
            <Icon of={Trash2} size={12} />
          </button>
        </>
      )}
    </div>
  );
}

/** Where the toolbar of a cord is: in the middle of its longest segment, or at the pointer when that is out of view. */
export function toolbarPosition(
  routes: Routes,
  id: string,
  at: Point,
  { viewport, screen }: CanvasSnapshot,
): Point {
  const route = routes.get(id);
  const middle = route === undefined ? at : longestSegmentMiddle(route);
  const visible = visibleBox(viewport, screen);
  const isInView =
    middle.x > visible.x &&
    middle.x < visible.x + visible.width &&
    middle.y > visible.y &&
    middle.y < visible.y + visible.height;
  return isInView ? middle : at;
}
