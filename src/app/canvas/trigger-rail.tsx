/** The trigger: a dark strip of jacks, so that the start of a flow is unmistakable. */

import { Zap } from 'lucide-react';
import { memo } from 'react';
import { Icon } from '../ui/icon.tsx';
import { say } from './canvas-words.ts';
import type { CardNodeProps } from './card-data.ts';
import { triggerIcon } from './icons.ts';
import { Outlets } from './outlets.tsx';
import { spokenCard } from './spoken.ts';
import { cardClass } from './widget-card.tsx';

export const TriggerRail = memo(function TriggerRail({ data }: CardNodeProps) {
  const { widget, detail } = data;
  const used = widget.plugged.filter(Boolean).length;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a card on a canvas is no group of form fields
    <div
      className={`trig ${cardClass(data)}${detail === 'block' ? ' blk' : ''}`}
      role="group"
      aria-label={spokenCard(data)}
      tabIndex={data.tabStop ? 0 : -1}
      data-card={widget.id}
    >
      {detail !== 'block' && (
        <>
          <div className="th">
            <Icon of={Zap} size={14} />
            {widget.face.name || say('trigger')}
            {detail === 'full' && (
              <span className="used num">
                {say('eventsUsed', { used, count: widget.face.outlets.length })}
              </span>
            )}
          </div>
          <Outlets data={data} icon={({ event }) => <Icon of={triggerIcon(event)} size={14} />} />
        </>
      )}
    </div>
  );
});
