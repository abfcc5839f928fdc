/** The target of an outlet as a field: connecting without a pointer. */

import { CircleStop } from 'lucide-react';
import { useMemo } from 'react';
import type { FlowDefinition } from '#flow/definition.ts';
import { widgetIds } from '#flow/graph.ts';
import { widgetType } from '#flow/widgets/widget-types.ts';
import { widgetIcon } from '../../canvas/render/icons.ts';
import { CategoryChip } from '../../ui/marks/category-chip.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { widgetTitle } from '../../words/flow-texts.ts';
import { useWords } from '../../words/use-words.ts';
import { type Pick, PickField } from '../fields/pick-field.tsx';

/** The value for no connection; ids of widgets are never empty. */
const noTarget = '';

export type TargetFieldProps = {
  definition: FlowDefinition;
  /** Label of the outlet, part of the field's accessible name. */
  outlet: string;
  /** Name in `next`, null for the end of the branch. */
  next: string | null;
  onChange(widget: string | null): void;
  error?: string | undefined;
};

export function TargetField({ definition, outlet, next, onChange, error }: TargetFieldProps) {
  const t = useWords('inspector');
  const { states } = definition;
  const targets = useMemo(() => {
    const ids = widgetIds({ ...emptyFlow, states });
    return states.flatMap((state, index): Pick[] => {
      const id = ids[index] ?? '';
      if (state.type === 'trigger') return [];
      return [
        {
          value: id,
          label: state.name ?? id,
          hint: widgetTitle(state.type),
          icon: chipOf(state.type),
        },
      ];
    });
  }, [states]);
  const picks = useMemo(
    () => [{ value: noTarget, label: t('endsHere'), icon: <Icon of={CircleStop} /> }, ...targets],
    [targets, t],
  );
  const target = next === null ? undefined : states.find((state) => state.name === next);
  const isMissing = next !== null && target === undefined;
  return (
    <PickField
      label={t('target', { outlet })}
      hideLabel
      size="sm"
      picks={picks}
      value={next ?? noTarget}
      acceptsOther={false}
      icon={target && chipOf(target.type)}
      error={error ?? (isMissing ? t('missingTarget', { name: next }) : undefined)}
      onChange={(picked) => onChange(picked === noTarget ? null : picked)}
    />
  );
}

const emptyFlow = { description: '', initial_state: '' };

function chipOf(type: string | undefined) {
  return <CategoryChip category={widgetType(type)?.category ?? 'flow'} icon={widgetIcon(type)} size={20} />;
}
