/** One branch of a split as a row: its place in the order, operator and value of its first condition. */

import { GripVertical, Trash2 } from 'lucide-react';
import type { DragEvent, KeyboardEvent } from 'react';
import type { Condition } from '#flow/definition.ts';
import { equalityOf } from '#flow/edit/add-branches.ts';
import { removeBranch, setCondition } from '#flow/edit/branches.ts';
import type { Outlet } from '#flow/graph.ts';
import { conditionTypes, isConditionType } from '#flow/widgets/conditions.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { useWords } from '../../words/use-words.ts';
import { shownComparisons } from '../../words/widget-labels.ts';
import { PickField } from '../fields/pick-field.tsx';
import { TemplateText } from '../fields/template-text.tsx';
import type { ConditionRowsProps } from './condition-rows-props.ts';

export type ConditionRowProps = ConditionRowsProps & {
  outlet: Outlet;
  index: number;
  conditions: readonly Condition[];
  /** Moves the branch at position `from` to position `to`. */
  onMove(from: number, to: number): void;
};

/** The drag data type of a row: its position as text. */
const rowDragType = 'application/x-patchbay-condition';

export function ConditionRow(props: ConditionRowProps) {
  const { widget, outlet, index, conditions, editor, onMove, suggestions } = props;
  const t = useWords('inspector');
  const n = index + 1;
  const [first] = conditions;
  const type = first?.type ?? '';
  const takesValue = !isConditionType(type) || conditionTypes[type].takesValue;
  const change = (part: Partial<Condition>, field: string) =>
    editor.apply(
      { name: 'changeConditions', widget },
      (now) => setCondition(now, widget, outlet.key, 0, part),
      { gesture: `${widget} ${outlet.key} ${field}` },
    );
  const dropOn = {
    onDragOver: (event: DragEvent) => {
      if (event.dataTransfer.types.includes(rowDragType)) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      const from = event.dataTransfer.getData(rowDragType);
      if (from === '') return;
      event.preventDefault();
      onMove(Number(from), index);
    },
  };
  return (
    <li className="condition-row" {...dropOn}>
      <OrderHandle n={n} onMove={(by) => onMove(index, index + by)} />
      <PickField
        label={t('operatorOf', { n })}
        hideLabel
        size="sm"
        picks={shownComparisons()}
        value={String(type)}
        acceptsOther={false}
        onChange={(picked) => change({ type: picked }, 'type')}
        onEnd={() => editor.endGesture()}
      />
      {takesValue && (
        <TemplateText
          label={t('valueOfCondition', { n })}
          isInvalid={false}
          lines={1}
          value={String(first?.value ?? '')}
          onChange={(value) => change({ value, type: typeFor(type, value) }, 'value')}
          onBlur={() => editor.endGesture()}
          suggestions={suggestions}
        />
      )}
      <IconButton
        icon={Trash2}
        label={t('removeBranch', { n })}
        onPress={() =>
          editor.apply({ name: 'changeConditions', widget }, (now) => removeBranch(now, widget, outlet.key))
        }
      />
      {conditions.length > 1 && <p className="note">{t('andMore', { count: conditions.length - 1 })}</p>}
    </li>
  );
}

/** A list makes an equal comparison one with any of the list. */
function typeFor(type: string, value: string): string {
  return type === 'equal_to' ? equalityOf(value) : type;
}

/** Drag it onto another row, or move the row with the arrow keys. */
function OrderHandle({ n, onMove }: { n: number; onMove(by: number): void }) {
  const t = useWords('inspector');
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onMove(by);
  };
  return (
    <button
      type="button"
      className="handle"
      aria-label={t('orderOf', { n })}
      title={t('orderHelp')}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData(rowDragType, String(n - 1));
        event.dataTransfer.effectAllowed = 'move';
      }}
      onKeyDown={onKeyDown}
    >
      <Icon of={GripVertical} size={14} />
    </button>
  );
}
