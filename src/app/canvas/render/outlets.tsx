/** The row of outlets at the foot of a card. A filled jack is plugged in, a hollow one is free. */

import { Plus } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import type { Outlet } from '#flow/graph.ts';
import { outletCells } from '#flow/layout/outlet-places.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import { t } from '../canvas-text.ts';
import { useInteraction } from '../interaction/interaction-store.ts';
import type { CardData } from './card-data.ts';

/** About the width of a letter, in canvas units. */
const letterWidth = 6.2;
/** Of an icon, with the space after it. */
const iconWidth = 18;

function isLong(label: string, room: number): boolean {
  return label.length * letterWidth > room - 2;
}

type OutletsProps = { data: CardData; icon?: (outlet: Outlet) => ReactNode };

export function Outlets({ data, icon }: OutletsProps) {
  const { widget, levelOfDetail, takenOutlets, focusedOutlet, isEditable } = data;
  const cells = outletCells(widget.box.width, widget.summary.outlets.length);
  const dropOutlet = useInteraction(({ dropOutlet: on }) => (on?.widget === widget.id ? on.outlet : null));
  const takenKeys = takenOutlets === '' ? [] : takenOutlets.split('\n');
  return (
    <div className="outs">
      {widget.summary.outlets.map((outlet, index) => {
        const { key, label, next } = outlet;
        const isPlugged = widget.plugged[index] === true;
        // The label may be cut or left out.
        const name = isPlugged
          ? t('leadsTo', { outlet: label, widget: next ?? '' })
          : t('free', { outlet: label });
        const room = (cells[index]?.width ?? 0) - (icon === undefined ? 0 : iconWidth);
        const classes = ['out'];
        if (!isPlugged) classes.push(isEditable ? 'free offers' : 'free');
        if (takenKeys.includes(key)) classes.push('lit');
        if (index === focusedOutlet) classes.push('on');
        if (key === dropOutlet) classes.push('takes');
        return (
          <span
            key={key}
            className={classes.join(' ')}
            title={name}
            style={{ width: cells[index]?.width, '--jack': `${cells[index]?.jack}px` } as CSSProperties}
          >
            {icon?.(outlet)}
            {levelOfDetail !== 'block' && (
              <span className={isLong(label, room) ? 'clip tx long' : 'clip tx'} dir="auto">
                {label}
              </span>
            )}
            <span
              className={takenKeys.includes(key) ? 'jack vis' : 'jack'}
              role="img"
              aria-label={name}
              data-outlet={key}
            >
              {!isPlugged && isEditable && <Icon of={Plus} size={12} />}
            </span>
          </span>
        );
      })}
    </div>
  );
}
