/** The old and the new value of a change, as people read them: texts word by word, conditions as rows, JSON by lines. */

import { ArrowRight } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { layoutKey } from '#flow/canonical/canonical.ts';
import { diffSequences } from '#flow/change/sequence-diff.ts';
import { propertiesOf, type State, transitionsOf } from '#flow/definition.ts';
import type { Change } from '#flow/diff/change.ts';
import { fieldTitle } from '#flow/diff/describe-change.ts';
import { diffWords } from '#flow/diff/text-diff.ts';
import { isObject, type Json, textOf } from '#flow/json/json.ts';
import { pathOf, pointer } from '#flow/json/json-pointer.ts';
import { conditionPhrase } from '#flow/widgets/conditions.ts';
import { widgetType } from '#flow/widgets/widget-types.ts';
import { asTyped } from '../ui/as-typed.ts';
import { Icon } from '../ui/marks/icon.tsx';
import { changeLabel, changeSentence } from '../words/change-sentence.ts';
import { useWords, wordsOf } from '../words/use-words.ts';
import { shownOutlets, widgetLabel } from '../words/widget-labels.ts';

/** Both sides of a change. `state` is its widget, for the names of its outlets. */
export function ChangedValue({ change, state }: { change: Change; state: State | undefined }) {
  const t = useWords('comparison');
  const { kind, before, after } = change;
  switch (kind) {
    case 'property-changed':
    case 'flow-changed':
      return <Values before={before} after={after} />;
    case 'condition-changed':
      return isOrder(before) && isOrder(after) ? (
        <>
          <p className="label">{t('branches')}</p>
          <OrderedBranches before={before} after={after} />
        </>
      ) : (
        <>
          <p className="label">{t('branch', { number: branchNumber(change, state) })}</p>
          <Values before={conditionsText(before)} after={conditionsText(after)} />
        </>
      );
    case 'connection-changed':
      return (
        <>
          <p className="label">{t('goesTo', { outlet: outletLabel(change, state) })}</p>
          <Sides before={targetOf(before)} after={targetOf(after)} nothing={t('nothing')} />
        </>
      );
    case 'widget-renamed':
      return <Sides before={textOf(before)} after={textOf(after)} />;
    case 'widget-added':
    case 'widget-removed':
    case 'widget-moved':
      return <p className="label">{changeSentence(change)}</p>;
  }
}

/** What an added or removed widget holds: its type, its settings and its connections. */
export function WidgetContent({ change: { kind, before, after } }: { change: Change }) {
  const t = useWords('comparison');
  const state = (after ?? before) as State;
  const put =
    kind === 'widget-added' ? (value: Json) => ({ after: value }) : (value: Json) => ({ before: value });
  return (
    <dl className="content">
      <dt className="label">{t('type')}</dt>
      <dd>
        <Values {...put(widgetType(state.type)?.title ?? state.type ?? '')} />
      </dd>
      {Object.entries(propertiesOf(state)).map(([key, value]) =>
        key === layoutKey || value === '' || value === null ? null : (
          <div key={key}>
            <dt className="label">{propertyLabel(state, key)}</dt>
            <dd>
              <Values {...put(value)} />
            </dd>
          </div>
        ),
      )}
      {shownOutlets(state).map(({ key, label, next }) =>
        next === null ? null : (
          <div key={key}>
            <dt className="label">{t('goesTo', { outlet: quotedName(label) })}</dt>
            <dd>
              <Values {...put(next)} />
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}

function propertyLabel({ type }: State, property: string): string {
  const path = pointer('states', 0, 'properties', property);
  const label = fieldTitle(type, path);
  return changeLabel({ kind: 'property-changed', path, ...(label !== undefined && { label }) });
}

/** Texts are compared word by word, lists and objects line by line, everything else stands side by side. */
function Values({ before, after }: { before?: Json | undefined; after?: Json | undefined }) {
  const t = useWords('comparison');
  if (typeof before === 'string' && typeof after === 'string' && /\s/.test(before + after))
    return <Words before={before} after={after} />;
  if (isStructured(before) || isStructured(after)) return <Lines before={before} after={after} />;
  const shown = (value: Json | undefined) =>
    value === ''
      ? t('noText')
      : value === undefined
        ? null
        : typeof value === 'string'
          ? value
          : JSON.stringify(value);
  // A whole side of an added or removed widget has no other side to show.
  if (before === undefined || after === undefined) {
    const only = shown(after ?? before);
    return <p className="values">{after === undefined ? <Del>{only}</Del> : <Ins>{only}</Ins>}</p>;
  }
  return <Sides before={shown(before)} after={shown(after)} />;
}

function Words({ before, after }: { before: string; after: string }) {
  return (
    <p className="values words" {...asTyped}>
      {diffWords(before, after).map(({ kind, text }, index) => {
        const key = `${index} ${text}`;
        if (kind === 'removed') return <Del key={key}>{text}</Del>;
        return kind === 'added' ? <Ins key={key}>{text}</Ins> : <span key={key}>{text}</span>;
      })}
    </p>
  );
}

function Lines({ before, after }: { before?: Json | undefined; after?: Json | undefined }) {
  const [old, young] = [before, after].map((value) =>
    value === undefined ? [] : JSON.stringify(value, null, 2).split('\n'),
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <pre className="lines" tabIndex={0}>
      {diffSequences(old ?? [], young ?? []).map((region, index) => {
        const key = `${index}`;
        if ('same' in region) return <span key={key}>{region.same.join('\n')}</span>;
        const { removed, added } = region;
        return (
          <Fragment key={key}>
            {removed.length > 0 && <Del>{removed.join('\n')}</Del>}
            {added.length > 0 && <Ins>{added.join('\n')}</Ins>}
          </Fragment>
        );
      })}
    </pre>
  );
}

type SidesProps = { before: ReactNode; after: ReactNode; nothing?: string };

function Sides({ before, after, nothing }: SidesProps) {
  const t = useWords('comparison');
  const absent = <span className="mut">{nothing ?? t('notSet')}</span>;
  return (
    <div className="values sides">
      {before === null ? absent : <Del>{before}</Del>}
      <Icon of={ArrowRight} size={12} />
      {after === null ? absent : <Ins>{after}</Ins>}
    </div>
  );
}

function Del({ children }: { children: ReactNode }) {
  const t = useWords('comparison');
  return (
    <del>
      <span className="vh">{t('before')}</span>
      {children}
    </del>
  );
}

function Ins({ children }: { children: ReactNode }) {
  const t = useWords('comparison');
  return (
    <ins>
      <span className="vh">{t('after')}</span>
      {children}
    </ins>
  );
}

function OrderedBranches({ before, after }: { before: readonly Json[]; after: readonly Json[] }) {
  const [old, young] = [before, after].map((list) =>
    transitionsOf({ transitions: list as State['transitions'] & object }).flatMap(({ conditions }) =>
      conditions === undefined ? [] : [[conditions].flat().map(conditionText).join(', ')],
    ),
  );
  return (
    <div className="orders">
      <ol>
        {old?.map((text) => (
          <li key={text}>
            <Del>{text}</Del>
          </li>
        ))}
      </ol>
      <Icon of={ArrowRight} size={12} />
      <ol>
        {young?.map((text) => (
          <li key={text}>
            <Ins>{text}</Ins>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The place of a branch among those of its widget, from 1. */
function branchNumber({ path }: Change, state: State | undefined): number {
  const [, , , index] = pathOf(path);
  const earlier = transitionsOf(state ?? {}).slice(0, Number(index));
  return earlier.filter(({ conditions }) => conditions !== undefined).length + 1;
}

/** One line for each condition of a branch. */
function conditionsText(value: Json | undefined): string | undefined {
  return value === undefined ? undefined : [value].flat().map(conditionText).join('\n');
}

/** `{{widgets.ask.inbound.Body}} is “yes”`; a condition that cannot be read is shown as JSON. */
function conditionText(condition: Json): string {
  const phrase = conditionPhrase(condition, widgetLabel);
  if (!isObject(condition) || phrase === '') return JSON.stringify(condition);
  const [variable] = Array.isArray(condition.arguments) ? condition.arguments : [];
  return `${textOf(variable)} ${phrase}`.trim();
}

function outletLabel({ path, before, after }: Change, state: State | undefined): string {
  const [, , , index] = pathOf(path);
  const connection = after ?? before;
  const event = isObject(connection) ? textOf(connection.event) : '';
  const outlets = shownOutlets(state ?? {}).filter((each) => each.event === event);
  const own = outlets.find(({ transition }) => transition === Number(index)) ?? outlets[0];
  return quotedName(own?.label ?? event);
}

function quotedName(text: string): string {
  return wordsOf('changeTexts')('name', { text });
}

/** Null where nothing is connected. */
function targetOf(connection: Json | undefined): string | null {
  return isObject(connection) ? textOf(connection.next) || null : null;
}

function isStructured(value: Json | undefined): boolean {
  return typeof value === 'object' && value !== null;
}

function isOrder(value: Json | undefined): value is Json[] {
  return Array.isArray(value) && value.some((each) => isObject(each) && typeof each.event === 'string');
}
