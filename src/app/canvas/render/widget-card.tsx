/** The card of a widget: icon chip, name, summary and the row of outlets with their jacks. */

import { CircleAlert, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { CategoryChip } from '../../ui/marks/category-chip.tsx';
import { categoryClass } from '../../ui/marks/category-class.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import { accessibleName, cardLabel } from '../accessibility/accessible-label.ts';
import { t } from '../canvas-text.ts';
import type { CardData, CardNodeProps } from './card-data.ts';
import { ChangeBadge } from './change-badge.tsx';
import { widgetIcon } from './icons.ts';
import { nameLines } from './name-parts.ts';
import { Outlets } from './outlets.tsx';
import { changeMarkOf, isFaded } from './overlay.ts';
import { SummaryText } from './summary-text.tsx';

/** Height of a card that has room for two lines of summary, in canvas units. */
const twoLineHeight = 120;

export const WidgetCard = memo(function WidgetCard({ data }: CardNodeProps) {
  const { widget, levelOfDetail } = data;
  const { summary, findings } = widget;
  const name = accessibleName(summary.name);
  const isFull = levelOfDetail === 'full';
  const hasErrors = findings !== null && findings.errors > 0;
  const shownText = hasErrors ? findings.firstError : summary.text;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a card on a canvas is no group of form fields
    <div
      className={`node ${cardClassNames(data)}${levelOfDetail === 'block' ? ` blk ${categoryClass[summary.category]}` : ''}`}
      role="group"
      aria-label={cardLabel(data)}
      title={isFull ? undefined : name}
      tabIndex={data.isTabStop ? 0 : -1}
      data-card={widget.id}
    >
      {levelOfDetail === 'block' ? (
        <BlockLabel name={name} type={summary.type} />
      ) : (
        <>
          <Badges data={data} />
          <div className="hd">
            <CategoryChip category={summary.category} icon={widgetIcon(summary.type)} />
            <div className="grow">
              <div className="nm clip" dir="auto" title={isFull ? name : undefined}>
                {name}
              </div>
              {isFull && <div className="ty clip">{summary.title || t('unknownType')}</div>}
            </div>
          </div>
          <div className={summary.height < twoLineHeight ? 'sm one' : 'sm'} dir="auto" title={shownText}>
            {hasErrors ? (
              <span className="missing">
                <Icon of={CircleAlert} size={14} />
                {shownText}
              </span>
            ) : (
              <SummaryText text={shownText} isRequest={summary.type === 'make-http-request'} />
            )}
          </div>
          <Outlets data={data} />
        </>
      )}
    </div>
  );
});

/** The same label as the raster layer paints; a card that is hovered or selected is an element. */
export function BlockLabel({ name, type }: { name: string; type: string }) {
  return (
    <span className="label" aria-hidden>
      <Icon of={widgetIcon(type)} size={12} />
      <span className="name" dir="auto">
        <BreakableName name={name} />
      </span>
    </span>
  );
}

/** A name that is broken between its words where it has room for that. */
function BreakableName({ name }: { name: string }) {
  const [first, second] = nameLines(name);
  return second === undefined ? (
    first
  ) : (
    <>
      {first}
      <wbr />
      {second}
    </>
  );
}

function Badges({ data: { widget, stepNumber, status } }: { data: CardData }) {
  const { findings } = widget;
  return (
    <>
      <ChangeBadge status={status} />
      {stepNumber > 0 && <span className="badge word live">{t('at', { count: stepNumber })}</span>}
      {findings !== null && (
        <span className={`badge ${findings.errors > 0 ? 'red' : 'warn'}`} aria-hidden>
          <Icon of={findings.errors > 0 ? CircleAlert : TriangleAlert} size={12} />
          {findings.errors > 0 ? findings.errors : findings.warnings}
        </span>
      )}
    </>
  );
}

/** The state of a card as class names; rules of later ones override those of earlier ones. */
export function cardClassNames({ widget, isSelected, isDragged, isDropTarget, status }: CardData): string {
  const classes: string[] = [];
  if ((widget.findings?.errors ?? 0) > 0) classes.push('err');
  if (status === 'visited') classes.push('vis');
  if (status === 'current') classes.push('cur');
  if (status === 'running') classes.push('cur pulse');
  if (isFaded(status)) classes.push('dim');
  const mark = changeMarkOf(status);
  if (mark !== null) classes.push(`m-${mark}`);
  if (isSelected) classes.push('sel');
  if (isDropTarget) classes.push('ring');
  if (isDragged) classes.push('drag');
  if (!widget.summary.isKnownType) classes.push('odd');
  return classes.join(' ');
}
