/** The trigger: a dark strip of jacks, so that the start of a flow is unmistakable. */

import { Zap } from 'lucide-react';
import { memo } from 'react';
import { Icon } from '../../ui/marks/icon.tsx';
import { cardLabel } from '../accessibility/accessible-label.ts';
import { t } from '../canvas-text.ts';
import type { CardNodeProps } from './card-data.ts';
import { ChangeBadge } from './change-badge.tsx';
import { triggerIcon } from './icons.ts';
import { Outlets } from './outlets.tsx';
import { BlockLabel, cardClassNames } from './widget-card.tsx';

export const TriggerRail = memo(function TriggerRail({ data }: CardNodeProps) {
  const { widget, levelOfDetail } = data;
  const { outlets } = widget.summary;
  const used = outlets.filter((_, index) => widget.plugged[index]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a card on a canvas is no group of form fields
    <div
      className={`trig ${cardClassNames(data)}${levelOfDetail === 'block' ? ' blk' : ''}`}
      role="group"
      aria-label={cardLabel(data)}
      tabIndex={data.isTabStop ? 0 : -1}
      data-card={widget.id}
    >
      {levelOfDetail === 'block' ? (
        <BlockLabel name={widget.summary.name || t('trigger')} type={widget.summary.type} />
      ) : (
        <>
          <ChangeBadge status={data.status} />
          <div className="th">
            <Icon of={Zap} size={14} />
            <span dir="auto">{widget.summary.name || t('trigger')}</span>
            <span className="used num clip">
              {levelOfDetail === 'full'
                ? t('eventsUsed', { used: used.length, count: outlets.length })
                : // The cells have icons only.
                  used.map(({ label }) => label).join(', ')}
            </span>
          </div>
          <Outlets data={data} icon={({ event }) => <Icon of={triggerIcon(event)} size={14} />} />
        </>
      )}
    </div>
  );
});
