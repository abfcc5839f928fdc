/** One widget of the flow to read: its name, what it does, and where it leads. */

import { ArrowRight, ChevronRight, CircleAlert, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { widgetIcon } from '../../canvas/render/icons.ts';
import type { SceneWidget } from '../../canvas/render/scene.ts';
import { SummaryText } from '../../canvas/render/summary-text.tsx';
import { asTyped } from '../../ui/as-typed.ts';
import { CategoryChip } from '../../ui/marks/category-chip.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { Pill } from '../../ui/marks/pill.tsx';
import { useWords } from '../../words/use-words.ts';
import type { ReadingBranch, ReadingStep } from './reading-steps.ts';
import { WidgetLink } from './widget-link.tsx';

export type ReadingCardProps = {
  step: ReadingStep;
  /** A link has just led here. */
  isShown: boolean;
  onOpen(widget: string): void;
  onJump(widget: string): void;
};

export const ReadingCard = memo(function ReadingCard({ step, isShown, onOpen, onJump }: ReadingCardProps) {
  const t = useWords('reading');
  const { widget, isReached, branches, ends } = step;
  const { summary } = widget;
  const name = summary.name || t('unnamed');
  return (
    <li className="reading-card" data-widget={widget.id} aria-current={isShown ? 'true' : undefined}>
      <h3>
        <button type="button" onClick={() => onOpen(widget.id)}>
          <CategoryChip category={summary.category} icon={widgetIcon(summary.type)} />
          <span className="grow">
            <span className="reading-name" {...asTyped}>
              {name}
            </span>
            <span className="reading-type">{summary.title || t('unknownType')}</span>
          </span>
          <Problems widget={widget} />
          <Icon of={ChevronRight} />
        </button>
      </h3>
      {!isReached && <p className="reading-note">{t('notReached')}</p>}
      {summary.text !== '' && (
        <p className="reading-text" {...asTyped}>
          <SummaryText text={summary.text} isRequest={summary.type === 'make-http-request'} />
        </p>
      )}
      <Branches name={name} branches={branches} onJump={onJump} />
      {ends.length > 0 && branches.length > 0 && !summary.isTrigger && (
        <p className="reading-note">{t('endsAt', { outlets: ends.join(', ') })}</p>
      )}
      {branches.length === 0 && !summary.isTrigger && <p className="reading-note">{t('endsHere')}</p>}
    </li>
  );
});

type BranchesProps = { name: string; branches: readonly ReadingBranch[]; onJump(widget: string): void };

/** Where the branches of a widget lead, each with its condition and a link. */
export function Branches({ name, branches, onJump }: BranchesProps) {
  const t = useWords('reading');
  if (branches.length === 0) return null;
  return (
    <ul className="reading-branches" aria-label={t('branchesOf', { widget: name })}>
      {branches.map(({ key, label, name: target, target: id }) => (
        <li key={key}>
          <span className="reading-condition">{label}</span>
          <Icon of={ArrowRight} size={14} />
          {id === null ? (
            <span className="reading-missing">{t('missingTarget', { widget: target })}</span>
          ) : (
            <WidgetLink widget={id} onPress={() => onJump(id)}>
              {id}
            </WidgetLink>
          )}
        </li>
      ))}
    </ul>
  );
}

function Problems({ widget: { findings } }: { widget: SceneWidget }) {
  const t = useWords('canvas');
  if (findings === null || findings.errors + findings.warnings === 0) return null;
  const isError = findings.errors > 0;
  return (
    <Pill tone={isError ? 'danger' : 'warn'}>
      <Icon of={isError ? CircleAlert : TriangleAlert} size={12} />
      {isError ? t('errors', { count: findings.errors }) : t('warnings', { count: findings.warnings })}
    </Pill>
  );
}
