/** Find and replace: every text with what becomes of it, each to be left out, and one edit for the rest. */

import { useDeferredValue, useMemo, useState } from 'react';
import type { State } from '#flow/definition.ts';
import { annotationKindAt } from '#flow/edit/replace-annotation-text.ts';
import { applyReplacements, planReplacements, type Replacement } from '#flow/edit/replace-text.ts';
import { widgetIds } from '#flow/graph.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/forms/checkbox.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { useWords, wordsOf } from '../../words/use-words.ts';
import { createNotifier } from '../commands/notifier.ts';
import { pruneSelection } from '../commands/widget-commands.ts';
import { useDesigner, useDocument } from '../designer-context.tsx';
import { MatchText } from './match-text.tsx';
import { placeName } from './place-name.ts';

/** `text` is what to find. */
export function ReplacementPreview({ text }: { text: string }) {
  const t = useWords('search');
  const designer = useDesigner();
  const definition = useDocument((state) => state.history.present.definition);
  const [by, setBy] = useState('');
  const [matchCase, setMatchCase] = useState(false);
  const [wholeWords, setWholeWords] = useState(false);
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const wanted = useDeferredValue(text);
  const plan = useMemo(
    () => planReplacements(definition, wanted, by, { matchCase, wholeWords }),
    [definition, wanted, by, matchCase, wholeWords],
  );
  const chosen = plan.filter(({ place, reason }) => reason === null && !leftOut.has(place));
  const replace = () => {
    designer.document.apply({ name: 'replaceText', text, replacement: by }, (now) =>
      applyReplacements(now, chosen),
    );
    setLeftOut(new Set());
    pruneSelection(designer);
    createNotifier(designer.view).notifySuccess(t('replaced', { count: chosen.length }));
  };
  const ids = widgetIds(definition);
  return (
    <div className="scroll replace">
      <TextField
        label={t('replaceWith')}
        value={by}
        onChange={setBy}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && chosen.length > 0) replace();
        }}
      />
      <div className="options">
        <Checkbox label={t('matchCase')} isOn={matchCase} onChange={setMatchCase}>
          {t('matchCase')}
        </Checkbox>
        <Checkbox label={t('wholeWords')} isOn={wholeWords} onChange={setWholeWords}>
          {t('wholeWords')}
        </Checkbox>
      </div>
      <p className="none" role="status">
        {text === ''
          ? t('replaceHint')
          : plan.length === 0
            ? t('noTexts')
            : t('replaceable', { count: plan.length })}
      </p>
      {plan.length > 0 && (
        <Button kind="primary" isDisabled={chosen.length === 0} onPress={replace}>
          {t('replace', { count: chosen.length })}
        </Button>
      )}
      <ul>
        {plan.map((each) => {
          const { owner, place } = whereIs(each, definition.states[ids.indexOf(each.widget)] ?? {});
          return (
            <li key={each.place}>
              {each.reason === null && (
                <Checkbox
                  label={t('replaceThis', { widget: owner, place })}
                  isOn={!leftOut.has(each.place)}
                  onChange={() => setLeftOut(toggled(leftOut, each.place))}
                />
              )}
              <Change change={each} owner={owner} place={place} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The widget with the name of the field; or that it is the text of a note, the title of a group. */
function whereIs({ widget, place }: Replacement, state: State): { owner: string; place: string } {
  const t = wordsOf('search');
  switch (annotationKindAt(place)) {
    case 'note':
      return { owner: t('note'), place: t('noteText') };
    case 'group':
      return { owner: t('group'), place: t('groupTitle') };
    case null:
      return { owner: widget, place: placeName(state, place) };
  }
}

type ChangeProps = { change: Replacement; owner: string; place: string };

function Change({ change, owner, place }: ChangeProps) {
  const { before, after } = changedPart(change.before, change.after);
  return (
    <div className="change grow">
      <p className="clip">
        {owner} <span className="where">{place}</span>
      </p>
      <p>
        <del>
          <MatchText match={before} />
        </del>
      </p>
      <p>
        <ins>
          <MatchText match={after} />
        </ins>
      </p>
      {change.reason !== null && <p className="reason">{change.reason}</p>}
    </div>
  );
}

function toggled(set: ReadonlySet<string>, item: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(item)) next.add(item);
  return next;
}

type Part = { text: string; start: number; end: number };

/** The part of each text between what both begin with and what both end with. */
function changedPart(before: string, after: string): { before: Part; after: Part } {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  return {
    before: { text: before, start, end: before.length - same },
    after: { text: after, start, end: after.length - same },
  };
}
