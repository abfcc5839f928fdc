/** The hovered or selected cord: drawn above all others; next to the pointer a toolbar names its event and can change it. */

import { Plus, Trash2 } from 'lucide-react';
import type { CSSProperties } from 'react';
import type { Point } from '#flow/definition.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import type { CanvasEditing, OutletRef } from '../canvas-props.ts';
import { t } from '../canvas-text.ts';
import { useInteraction, useInteractionStore } from '../interaction/interaction-store.ts';
import type { Routes } from '../routing/cord-router.ts';
import { CordShape } from './cord-layer.tsx';
import { type Scene, unroutedCord } from './scene.ts';

type HoveredCordProps = {
  scene: Scene;
  routes: Routes;
  editing: CanvasEditing | undefined;
  selected: OutletRef | null;
};

export function HoveredCord({ scene, routes, editing, selected }: HoveredCordProps) {
  const hover = useInteraction((state) => (state.gesture === null ? state.hover : null));
  const dropCord = useInteraction((state) => state.dropCord);
  const selectedId = selected === null ? null : `${selected.widget} ${selected.outlet}`;
  const id = dropCord ?? (hover?.kind === 'cord' ? hover.id : selectedId);
  const route = id === null ? undefined : routes.get(id);
  if (id === null || route === undefined) return null;
  return (
    <>
      <svg className="cords top" aria-hidden>
        <CordShape id={id} route={route} state={id === selectedId ? ' drawn' : ' hov'} halo />
      </svg>
      {hover?.kind === 'cord' && dropCord === null && (
        <CordToolbar scene={scene} id={id} at={hover.at} editing={editing} />
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
      <span className="lb" dir="auto">
        {label}
      </span>
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
