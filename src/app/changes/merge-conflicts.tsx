/** The conflicts of a merge as a table: both sides of each, one of which is chosen. */

import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import type { FlowDefinition, State } from '#flow/definition.ts';
import { diffWords } from '#flow/diff/text-diff.ts';
import { isObject, type Json, textOf } from '#flow/json/json.ts';
import { type Choices, type Conflict, conflictKey, type Side } from '#flow/merge/merge.ts';
import type { Version, Versions } from '#flow/merge/merge-values.ts';
import { widgetType } from '#flow/widgets/widget-types.ts';
import { widgetIcon } from '../canvas/render/icons.ts';
import { CategoryChip } from '../ui/category-chip.tsx';
import { useWords } from '../words/use-words.ts';
import { conflictLabel, statesNamed } from './merge-view.ts';
import './merge-conflicts.css';

export type MergeConflictsProps = {
  conflicts: readonly Conflict[];
  versions: Versions<FlowDefinition>;
  /** What their side is called: `Revision 15`. */
  theirName: string;
  choices: Choices;
  onChoose(key: string, side: Side): void;
};

export function MergeConflicts({ conflicts, versions, theirName, choices, onChoose }: MergeConflictsProps) {
  const t = useWords('comparison');
  return (
    <div className="merge-conflicts">
      <div className="heads" aria-hidden>
        <span>{t('bothChanged')}</span>
        <span>{t('yours')}</span>
        <span>{theirName}</span>
      </div>
      {conflicts.map((conflict) => {
        const key = conflictKey(conflict);
        const states = statesNamed(versions, conflict.widget);
        const state = states.ours ?? states.theirs ?? states.base;
        const label = conflictLabel(conflict, states);
        const name = conflict.widget ?? t('flow');
        return (
          <RadioGroup
            key={key}
            className="conflict"
            aria-label={label === null ? name : `${name}, ${label}`}
            value={choices.get(key) ?? null}
            onChange={(side) => onChoose(key, side === 'theirs' ? 'theirs' : 'ours')}
          >
            <span className="about">
              {conflict.widget !== null && (
                <CategoryChip
                  category={widgetType(state?.type)?.category ?? 'flow'}
                  icon={widgetIcon(state?.type)}
                  size={20}
                />
              )}
              <span>
                <strong>{name}</strong>
                <small title={conflict.text}>{label ?? t('wholeWidget')}</small>
              </span>
            </span>
            {(['ours', 'theirs'] as const).map((side) => (
              <Radio key={side} value={side} className="choice">
                <span className="ring" />
                <span className="grow">
                  <span className="vh">{side === 'ours' ? t('yours') : theirName}: </span>
                  <SideValue conflict={conflict} side={side} />
                </span>
              </Radio>
            ))}
          </RadioGroup>
        );
      })}
    </div>
  );
}

/** What a side has: texts with what it changed marked, short values with what they were. */
function SideValue({ conflict: { part, versions }, side }: { conflict: Conflict; side: Side }) {
  const t = useWords('comparison');
  const [was, is] = [versions.base, versions[side]];
  if (is === undefined) return <span className="mut">{was === undefined ? t('notSet') : t('removes')}</span>;
  if (part === 'widget') return <>{t('keeps', { type: typeTitle(is) })}</>;
  if (typeof is === 'string' && typeof was === 'string' && /\s/.test(is)) {
    return diffWords(was, is)
      .filter(({ kind }) => kind !== 'removed')
      .map(({ kind, text }, index) => {
        const key = `${index}`;
        return kind === 'added' ? <ins key={key}>{text}</ins> : <span key={key}>{text}</span>;
      });
  }
  return (
    <>
      <b>{shortText(is)}</b>{' '}
      {was !== undefined && <span className="mut">{t('was', { value: shortText(was) })}</span>}
    </>
  );
}

function shortText(value: NonNullable<Version> | Json): string {
  if (typeof value === 'string') return value;
  if (isObject(value) && typeof value.event === 'string') return textOf(value.next) || value.event;
  return JSON.stringify(value);
}

function typeTitle(value: Json): string {
  const type = isObject(value) ? textOf(value.type as Json) : '';
  return widgetType(type as State['type'])?.title ?? type;
}
