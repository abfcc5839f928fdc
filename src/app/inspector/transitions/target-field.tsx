/** Where an outlet leads: the keyboard's way of plugging a cord. */

import { CircleStop } from 'lucide-react';
import { useMemo } from 'react';
import type { FlowDefinition } from '#flow/definition.ts';
import { widgetIds } from '#flow/graph.ts';
import { widgetType } from '#flow/widgets/widget-types.ts';
import { widgetIcon } from '../../canvas/render/icons.ts';
import { CategoryChip } from '../../ui/category-chip.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useWords } from '../../words/use-words.ts';
import { type Pick, PickField } from '../fields/pick-field.tsx';

/** The choice that stands for no cord; ids of widgets never are empty. */
const nowhere = '';

export type TargetFieldProps = {
  definition: FlowDefinition;
  /** What the outlet is called, for the field's name. */
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
    const ids = widgetIds({ ...emptyButStates, states });
    return states.flatMap((state, index): Pick[] => {
      const id = ids[index] ?? '';
      if (state.type === 'trigger') return [];
      const type = widgetType(state.type);
      return [
        {
          value: id,
          label: state.name ?? id,
          hint: type?.title ?? state.type ?? '',
          icon: chipOf(state.type),
        },
      ];
    });
  }, [states]);
  const picks = useMemo(
    () => [{ value: nowhere, label: t('endsHere'), icon: <Icon of={CircleStop} /> }, ...targets],
    [targets, t],
  );
  const target = next === null ? undefined : states.find((state) => state.name === next);
  const isLost = next !== null && target === undefined;
  return (
    <PickField
      label={t('target', { outlet })}
      hideLabel
      size="sm"
      picks={picks}
      value={next ?? nowhere}
      takesOther={false}
      icon={target && chipOf(target.type)}
      error={error ?? (isLost ? t('missingTarget', { name: next }) : undefined)}
      onChange={(picked) => onChange(picked === nowhere ? null : picked)}
    />
  );
}

const emptyButStates = { description: '', initial_state: '' };

function chipOf(type: string | undefined) {
  return <CategoryChip category={widgetType(type)?.category ?? 'flow'} icon={widgetIcon(type)} size={20} />;
}
