/** Connecting without a pointer: type a widget's name, Enter plugs the cord in. */

import { useId, useState } from 'react';
import { CategoryChip } from '../../ui/category-chip.tsx';
import type { OutletRef } from '../canvas-props.ts';
import { t } from '../canvas-text.ts';
import { widgetIcon } from '../render/icons.ts';
import type { Scene } from '../render/scene.ts';
import { findWidgetsByName } from './focus-navigation.ts';

type ConnectByNameProps = {
  scene: Scene;
  from: OutletRef;
  label: string;
  at: { left: number; top: number };
  onConnect(to: string): void;
  /** `byKey`: the focus belongs on the card again. */
  onLeave(byKey: boolean): void;
};

export function ConnectByName({ scene, from, label, at, onConnect, onLeave }: ConnectByNameProps) {
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const list = useId();
  const names = findWidgetsByName(scene, typed).filter((id) => id !== from.widget || typed !== '');
  const chosen = names[Math.min(active, names.length - 1)];
  return (
    <div className="by-name" style={at} data-tool>
      <input
        // biome-ignore lint/a11y/noAutofocus: opened by a key, to be typed into
        autoFocus
        role="combobox"
        aria-label={t('chooseWidget', { outlet: label })}
        aria-expanded={names.length > 0}
        aria-controls={list}
        aria-activedescendant={chosen === undefined ? undefined : `${list} ${chosen}`.replaceAll(' ', '_')}
        aria-autocomplete="list"
        placeholder={t('typeName')}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(0);
        }}
        onBlur={() => onLeave(false)}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Escape') onLeave(true);
          else if (event.key === 'Enter' && chosen !== undefined) onConnect(chosen);
          else if (event.key === 'ArrowDown') setActive((active + 1) % Math.max(1, names.length));
          else if (event.key === 'ArrowUp')
            setActive((active + names.length - 1) % Math.max(1, names.length));
          else return;
          event.preventDefault();
        }}
      />
      <div id={list} role="listbox" aria-label={t('chooseWidget', { outlet: label })}>
        {names.map((id) => {
          const face = scene.widgets.get(id)?.summary;
          return (
            <div
              key={id}
              id={`${list} ${id}`.replaceAll(' ', '_')}
              role="option"
              tabIndex={-1}
              aria-selected={id === chosen}
              className={id === chosen ? 'nm-it on' : 'nm-it'}
              onPointerDown={(event) => {
                event.preventDefault();
                onConnect(id);
              }}
            >
              <CategoryChip category={face?.category ?? 'flow'} icon={widgetIcon(face?.type)} size={20} />
              <span className="clip">{face?.name}</span>
            </div>
          );
        })}
      </div>
      {names.length === 0 && <p className="none">{t('noWidgetNamed')}</p>}
    </div>
  );
}
