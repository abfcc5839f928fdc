/** The card of a widget: chip, name, summary and the row of outlets with their jacks. */

import { CircleAlert, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { CategoryChip } from '../../ui/category-chip.tsx';
import { Icon } from '../../ui/icon.tsx';
import { accessibleName, cardLabel } from '../accessibility/accessible-label.ts';
import { t } from '../canvas-text.ts';
import type { CardData, CardNodeProps } from './card-data.ts';
import { widgetIcon } from './icons.ts';
import { Outlets } from './outlets.tsx';
import { SummaryText } from './summary-text.tsx';

/** Height of a card that has room for two lines of summary, in canvas units. */
const twoLineHeight = 120;

export const WidgetCard = memo(function WidgetCard({ data }: CardNodeProps) {
  const { widget, levelOfDetail: detail } = data;
  const { summary: face, findings: faults } = widget;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a card on a canvas is no group of form fields
    <div
      className={`node ${cardClassNames(data)}${detail === 'block' ? ` blk b-${face.category}` : ''}`}
      role="group"
      aria-label={cardLabel(data)}
      tabIndex={data.isTabStop ? 0 : -1}
      data-card={widget.id}
    >
      {detail !== 'block' && (
        <>
          <Badges data={data} />
          <div className="hd">
            <CategoryChip category={face.category} icon={widgetIcon(face.type)} />
            <div className="grow">
              <div className="nm clip">{accessibleName(face.name)}</div>
              {detail === 'full' && <div className="ty clip">{face.title || t('unknownType')}</div>}
            </div>
          </div>
          {detail === 'full' && (
            <div className={face.height < twoLineHeight ? 'sm one' : 'sm'}>
              {faults !== null && faults.errors > 0 ? (
                <span className="missing">
                  <Icon of={CircleAlert} size={14} />
                  {faults.firstError}
                </span>
              ) : (
                <SummaryText text={face.text} isRequest={face.type === 'make-http-request'} />
              )}
            </div>
          )}
          <Outlets data={data} />
        </>
      )}
    </div>
  );
});

function Badges({ data: { widget, stepNumber: step } }: { data: CardData }) {
  const { findings: faults } = widget;
  return (
    <>
      {step > 0 && <span className="badge word live">{t('at', { count: step })}</span>}
      {faults !== null && (
        <span className={`badge ${faults.errors > 0 ? 'red' : 'warn'}`} aria-hidden>
          <Icon of={faults.errors > 0 ? CircleAlert : TriangleAlert} size={12} />
          {faults.errors > 0 ? faults.errors : faults.warnings}
        </span>
      )}
    </>
  );
}

/** The state of a card as class names; later ones win over earlier ones. */
export function cardClassNames({
  widget,
  isSelected: selected,
  isDragged: lifted,
  isDropTarget: target,
  status: standing,
}: CardData): string {
  const marks: string[] = [];
  if ((widget.findings?.errors ?? 0) > 0) marks.push('err');
  if (standing === 'visited') marks.push('vis');
  if (standing === 'current') marks.push('cur');
  if (standing === 'running') marks.push('cur pulse');
  if (standing === 'aside') marks.push('dim');
  if (selected) marks.push('sel');
  if (target) marks.push('ring');
  if (lifted) marks.push('drag');
  if (!widget.summary.isKnownType) marks.push('odd');
  return marks.join(' ');
}
