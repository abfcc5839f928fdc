/** Changes grouped by widget, with the old and the new value of each. Widgets and changes can be chosen. */

import { ChevronDown, ChevronRight } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import type { FlowDefinition, State } from '#flow/definition.ts';
import type { Change } from '#flow/diff/change.ts';
import { widgetType } from '#flow/widgets/widget-types.ts';
import type { ChangeMark } from '../canvas/canvas-props.ts';
import { widgetIcon } from '../canvas/render/icons.ts';
import { Checkbox } from '../ui/forms/checkbox.tsx';
import { CategoryChip } from '../ui/marks/category-chip.tsx';
import { Icon } from '../ui/marks/icon.tsx';
import { Pill } from '../ui/marks/pill.tsx';
import { changeLabel, changeSentence } from '../words/change-sentence.ts';
import { useWords } from '../words/use-words.ts';
import { type ChangeGroup, markTones } from './change-groups.ts';
import { ChangedValue, WidgetContent } from './changed-value.tsx';
import './change-list.css';

/** The changes that are chosen, to be put back or discarded. */
export type ChangeChoice = { chosen: ReadonlySet<Change>; onChoose(chosen: ReadonlySet<Change>): void };

/** Identifies a group while its changes stay the same widget's. */
export function groupKey({ widget }: ChangeGroup): string {
  return JSON.stringify(widget);
}

export type ChangeListProps = {
  groups: readonly ChangeGroup[];
  before: FlowDefinition;
  after: FlowDefinition;
  /** The key of the group that is looked at. */
  current: string | null;
  onShow(group: ChangeGroup): void;
  choice: ChangeChoice | null;
};

export const ChangeList = memo(function ChangeList(props: ChangeListProps) {
  const { groups, before, after, current, onShow, choice } = props;
  const [earlier, later] = useMemo(() => [statesByName(before), statesByName(after)], [before, after]);
  return groups.map((group) => (
    <Group
      key={groupKey(group)}
      group={group}
      state={later.get(group.widget ?? '') ?? earlier.get(group.widget ?? '')}
      isCurrent={groupKey(group) === current}
      onShow={onShow}
      choice={choice}
    />
  ));
});

type GroupProps = {
  group: ChangeGroup;
  state: State | undefined;
  isCurrent: boolean;
  onShow(group: ChangeGroup): void;
  choice: ChangeChoice | null;
};

function Group({ group, state, isCurrent, onShow, choice }: GroupProps) {
  const { widget, mark, changes } = group;
  const t = useWords('comparison');
  const [isOpen, setOpen] = useState(mark !== 'removed');
  const name = widget ?? t('flow');
  return (
    <section className={isCurrent ? 'group on' : 'group'} data-group={groupKey(group)}>
      <div className="group-head">
        {choice !== null && (
          <ChooseBox label={t('chooseAll', { widget: name })} changes={changes} choice={choice} />
        )}
        <button
          type="button"
          className="fold"
          aria-expanded={isOpen}
          aria-label={t('showChanges', { widget: name })}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon of={isOpen ? ChevronDown : ChevronRight} size={14} />
        </button>
        {widget !== null && (
          <CategoryChip
            category={widgetType(state?.type)?.category ?? 'flow'}
            icon={widgetIcon(state?.type)}
            size={20}
          />
        )}
        <h4 className="grow clip">
          {widget === null ? (
            name
          ) : (
            <button
              type="button"
              className="clip"
              aria-label={t('showOnCanvas', { widget: name })}
              aria-current={isCurrent ? 'true' : undefined}
              onClick={() => onShow(group)}
            >
              {name}
            </button>
          )}
        </h4>
        <Pill tone={markTones[mark]}>{t(`marks.${mark}`)}</Pill>
      </div>
      {isOpen && (
        <ul>
          {changes.map((change) => (
            <li key={`${change.kind} ${change.path}`} className={`is-${lineMark(change)}`}>
              {choice !== null && changes.length > 1 && (
                <ChooseBox
                  label={t('choose', { change: changeSentence(change) })}
                  changes={[change]}
                  choice={choice}
                />
              )}
              <OneChange change={change} state={state} />
            </li>
          ))}
        </ul>
      )}
      {isOpen && <Details changes={changes} />}
    </section>
  );
}

function ChooseBox({
  label,
  changes,
  choice,
}: {
  label: string;
  changes: readonly Change[];
  choice: ChangeChoice;
}) {
  const { chosen, onChoose } = choice;
  const count = changes.filter((each) => chosen.has(each)).length;
  return (
    <Checkbox
      label={label}
      isOn={count === changes.length}
      isPartly={count > 0 && count < changes.length}
      onChange={(isOn) => {
        const others = [...chosen].filter((each) => !changes.includes(each));
        onChoose(new Set(isOn ? [...others, ...changes] : others));
      }}
    />
  );
}

/** The sentence of each change and its place in the definition, for those who also work with the API. */
function Details({ changes }: { changes: readonly Change[] }) {
  const t = useWords('comparison');
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('details')}</summary>
      {isOpen &&
        changes.map((change) => (
          <p key={`${change.kind} ${change.path}`}>
            {changeSentence(change)} <code>{change.path}</code>
          </p>
        ))}
    </details>
  );
}

/** The label of what changed, with both of its values. */
export function OneChange({ change, state }: { change: Change; state: State | undefined }) {
  const { kind } = change;
  const isWidget = kind === 'widget-added' || kind === 'widget-removed';
  return (
    <div className="grow one-change">
      {isWidget ? (
        <WidgetContent change={change} />
      ) : (
        <>
          {(kind === 'property-changed' || kind === 'flow-changed') && (
            <p className="label">{changeLabel(change)}</p>
          )}
          <ChangedValue change={change} state={state} />
        </>
      )}
    </div>
  );
}

/** The colour of the line next to a change: of a value that is new, gone or another. */
function lineMark({ before, after }: Change): ChangeMark {
  if (before === undefined) return 'added';
  return after === undefined ? 'removed' : 'changed';
}

function statesByName({ states }: FlowDefinition): Map<string, State> {
  return new Map(states.map((state) => [state.name ?? '', state]));
}
