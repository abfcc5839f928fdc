/** Changes grouped by widget, with the old and the new value of each. */

import { getRouteApi } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import type { FlowDefinition, State } from '#flow/definition.ts';
import { type Change, type ChangeKind, type FlowDiff, isLayoutChange } from '#flow/diff/change.ts';
import { changedLabel } from '#flow/diff/describe-change.ts';
import type { Json } from '#flow/json/json.ts';
import { Icon } from '../ui/icon.tsx';
import { Pill, type Tone } from '../ui/pill.tsx';
import { useWords } from '../words/use-words.ts';
import './change-list.css';

const route = getRouteApi('/shell/flows/$sid/history');

export type ChangeListProps = {
  diff: FlowDiff;
  /** The later definition: widgets that are in it can be shown on the canvas. */
  definition: FlowDefinition | null;
  selected: string | null;
  onShow(widget: string): void;
};

export function ChangeList({ diff: { behaviour, changes }, definition, selected, onShow }: ChangeListProps) {
  const t = useWords('revisions');
  const { layout } = route.useSearch();
  const shown = layout ? changes : changes.filter((each) => !isLayoutChange(each));
  const hidden = changes.length - shown.length;
  const drawn = new Map(definition?.states.map((state) => [state.name, state]));
  return (
    <>
      {behaviour === 'same' && changes.length > 0 && <p className="note">{t('sameBehaviour')}</p>}
      {changes.length === 0 && <p className="none">{t('noChanges')}</p>}
      {[...Map.groupBy(shown, ({ widget }) => widget ?? null)].map(([widget, all]) => (
        <section key={widget} className={widget === selected ? 'group on' : 'group'}>
          <h3>
            {widget !== null && drawn.has(widget) ? (
              <button type="button" className="grow clip" onClick={() => onShow(widget)}>
                {widget}
              </button>
            ) : (
              <span className="grow clip">{widget ?? t('flow')}</span>
            )}
            <KindPill changes={all} />
          </h3>
          <ul>
            {all.map((change) => (
              <li key={`${change.kind} ${change.path}`}>
                <OneChange change={change} state={drawn.get(widget ?? '')} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {hidden > 0 && <p className="note">{t('layoutHidden', { count: hidden })}</p>}
    </>
  );
}

const marks = {
  'widget-added': { label: 'added', tone: 'live' },
  'widget-removed': { label: 'removed', tone: 'danger' },
  'widget-renamed': { label: 'renamed', tone: 'neutral' },
  'widget-moved': { label: 'moved', tone: 'neutral' },
  'property-changed': { label: 'changed', tone: 'warn' },
  'condition-changed': { label: 'changed', tone: 'warn' },
  'connection-changed': { label: 'changed', tone: 'warn' },
  'flow-changed': { label: 'changed', tone: 'warn' },
} as const satisfies Record<ChangeKind, { label: string; tone: Tone }>;

/** The most telling of a widget's changes. */
function KindPill({ changes }: { changes: readonly Change[] }) {
  const t = useWords('revisions');
  const kinds = changes.map(({ kind }) => marks[kind]);
  const mark = kinds.find(({ tone }) => tone !== 'neutral') ?? kinds[0];
  return mark === undefined ? null : <Pill tone={mark.tone}>{t(mark.label)}</Pill>;
}

/** Values of properties are shown whole; of other changes the sentence says both sides. */
function OneChange({ change, state }: { change: Change; state: State | undefined }) {
  const { kind, before, after, text } = change;
  const t = useWords('revisions');
  if (kind !== 'property-changed' && kind !== 'flow-changed') return <p>{text}</p>;
  return (
    <>
      <span className="mut">{changedLabel(change, state)}</span>
      <p className="values">
        {before === undefined ? (
          <span className="mut">{t('notSet')}</span>
        ) : (
          <del>
            <span className="vh">{t('before')}</span>
            {valueText(before)}
          </del>
        )}
        <Icon of={ArrowRight} size={12} />
        {after === undefined ? (
          <span className="mut">{t('notSet')}</span>
        ) : (
          <ins>
            <span className="vh">{t('after')}</span>
            {valueText(after)}
          </ins>
        )}
      </p>
    </>
  );
}

function valueText(value: Json): string {
  if (typeof value === 'string') return value === '' ? '""' : value;
  return JSON.stringify(value, null, typeof value === 'object' ? 2 : 0);
}
