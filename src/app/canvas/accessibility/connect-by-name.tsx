/** Connecting without a pointer: a combobox of widget names, in which Enter plugs the cord in. */

import { useId, useState } from 'react';
import { CategoryChip } from '../../ui/marks/category-chip.tsx';
import type { CanvasProps, OutletRef } from '../canvas-props.ts';
import { t } from '../canvas-text.ts';
import type { CanvasSnapshot } from '../interaction/canvas-snapshot.ts';
import { useInteraction, useInteractionStore } from '../interaction/interaction-store.ts';
import { widgetIcon } from '../render/icons.ts';
import type { Scene } from '../render/scene.ts';
import { accessibleName } from './accessible-label.ts';
import { findWidgetsByName } from './find-widgets.ts';

type WidgetComboboxProps = {
  scene: Scene;
  from: OutletRef;
  label: string;
  at: { left: number; top: number };
  onConnect(to: string): void;
  /** `byKey` when the focus returns to the card. */
  onClose(byKey: boolean): void;
};

function WidgetCombobox({ scene, from, label, at, onConnect, onClose }: WidgetComboboxProps) {
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const listId = useId();
  const matches = findWidgetsByName(scene, query).filter((id) => id !== from.widget || query !== '');
  const chosen = matches[Math.min(active, matches.length - 1)];
  return (
    <div className="by-name" style={at} data-tool>
      <input
        dir="auto"
        // biome-ignore lint/a11y/noAutofocus: opened by a key, to be typed into
        autoFocus
        role="combobox"
        aria-label={t('chooseWidget', { outlet: label })}
        aria-expanded={matches.length > 0}
        aria-controls={listId}
        aria-activedescendant={chosen === undefined ? undefined : `${listId} ${chosen}`.replaceAll(' ', '_')}
        aria-autocomplete="list"
        placeholder={t('typeName')}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setActive(0);
        }}
        onBlur={() => onClose(false)}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Escape') onClose(true);
          else if (event.key === 'Enter' && chosen !== undefined) onConnect(chosen);
          else if (event.key === 'ArrowDown') setActive((active + 1) % Math.max(1, matches.length));
          else if (event.key === 'ArrowUp')
            setActive((active + matches.length - 1) % Math.max(1, matches.length));
          else return;
          event.preventDefault();
        }}
      />
      <div id={listId} role="listbox" aria-label={t('chooseWidget', { outlet: label })}>
        {matches.map((id) => {
          const summary = scene.widgets.get(id)?.summary;
          return (
            <div
              key={id}
              id={`${listId} ${id}`.replaceAll(' ', '_')}
              role="option"
              tabIndex={-1}
              aria-selected={id === chosen}
              className={id === chosen ? 'nm-it on' : 'nm-it'}
              onPointerDown={(event) => {
                event.preventDefault();
                onConnect(id);
              }}
            >
              <CategoryChip
                category={summary?.category ?? 'flow'}
                icon={widgetIcon(summary?.type)}
                size={20}
              />
              <span className="clip">{summary?.name}</span>
            </div>
          );
        })}
      </div>
      {matches.length === 0 && <p className="none">{t('noWidgetNamed')}</p>}
    </div>
  );
}

type ConnectByNameProps = {
  scene: Scene;
  props: CanvasProps;
  readCanvas: () => CanvasSnapshot;
  focusCard(id: string): void;
};

/** Open while an outlet is being connected by name, below the card. */
export function ConnectByName({ scene, props, readCanvas, focusCard }: ConnectByNameProps) {
  const store = useInteractionStore();
  const from = useInteraction((state) => state.connectByNameFrom);
  const widget = from === null ? undefined : scene.widgets.get(from.widget);
  if (from === null || widget === undefined || props.editing === undefined) return null;
  const { viewport } = readCanvas();
  const label = widget.summary.outlets.find(({ key }) => key === from.outlet)?.label ?? from.outlet;
  const close = (byKey: boolean) => {
    if (byKey) focusCard(from.widget);
    store.setState({ connectByNameFrom: null });
  };
  return (
    <WidgetCombobox
      scene={scene}
      from={from}
      label={label}
      at={{
        left: widget.box.x * viewport.zoom + viewport.x,
        top: (widget.box.y + widget.box.height) * viewport.zoom + viewport.y + 12,
      }}
      onClose={close}
      onConnect={(to) => {
        const names = {
          outlet: label,
          from: accessibleName(widget.summary.name),
          to: accessibleName(scene.widgets.get(to)?.summary.name ?? ''),
        };
        close(true);
        store.setState({ announcement: t('connected', names) });
        props.editing?.onConnect(from, to);
      }}
    />
  );
}
