/** The conditions of a split as rows: operator, value, order; and the field that adds a row for each answer. */

import { type ClipboardEvent, useState } from 'react';
import { type Condition, type State, transitionsOf } from '#flow/definition.ts';
import { addBranches, splitAnswers } from '#flow/edit/add-branches.ts';
import { moveBranch } from '#flow/edit/branches.ts';
import { type Outlet, outletsOf } from '#flow/graph.ts';
import { isObject } from '#flow/json/json.ts';
import { widgetType } from '#flow/widgets/widget-types.ts';
import { TextField } from '../../ui/forms/text-field.tsx';
import { useWords } from '../../words/use-words.ts';
import type { DocumentEditor } from '../document-editor.ts';
import { ConditionRow } from './condition-row.tsx';
import type { ConditionRowsProps } from './condition-rows-props.ts';
import './condition-rows.css';

export function ConditionRows(props: ConditionRowsProps) {
  const { state, widget, editor } = props;
  const t = useWords('inspector');
  const branches = branchesOf(state);
  const move = (outlet: Outlet, to: number) =>
    editor.apply({ name: 'changeConditions', widget }, (now) => moveBranch(now, widget, outlet.key, to));
  return (
    <fieldset className="condition-rows">
      <legend className="lab">{t('conditions')}</legend>
      <ol>
        {branches.map((outlet, index) => (
          <ConditionRow
            key={outlet.key}
            {...props}
            outlet={outlet}
            index={index}
            conditions={conditionsOf(state, outlet)}
            onMove={(from, to) => {
              const moved = branches[from];
              if (moved !== undefined) move(moved, to);
            }}
          />
        ))}
      </ol>
      {branches.length > 1 && <p className="note">{t('matchOrder')}</p>}
      <NewAnswers widget={widget} editor={editor} />
    </fieldset>
  );
}

/** The outlets that are branches with a transition, in their order. */
function branchesOf(state: State): Outlet[] {
  const repeats = widgetType(state.type)?.repeats;
  return outletsOf(state).filter(({ event, transition }) => event === repeats && transition !== null);
}

function conditionsOf(state: State, { transition }: Outlet): Condition[] {
  const { conditions } = transitionsOf(state)[transition ?? -1] ?? {};
  return Array.isArray(conditions) ? conditions.filter(isObject).map((each) => each as Condition) : [];
}

/** Adds branches to a split: typed or pasted, one for each answer. */
function NewAnswers({ widget, editor }: { widget: string; editor: DocumentEditor }) {
  const t = useWords('inspector');
  const [text, setText] = useState('');
  const add = (answers: string) => {
    setText('');
    if (splitAnswers(answers).length > 0)
      editor.apply({ name: 'changeConditions', widget }, (now) => addBranches(now, widget, answers));
  };
  // A list is added at once; a single word can still be changed before Enter.
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain');
    if (text !== '' || splitAnswers(pasted).length < 2) return;
    event.preventDefault();
    add(pasted);
  };
  return (
    <div data-transition="new" onPaste={onPaste}>
      <TextField
        label={t('newAnswers')}
        placeholder={t('newAnswersHint')}
        help={t('newAnswersHelp')}
        value={text}
        autoComplete="off"
        onChange={setText}
        onKeyDown={(event) => {
          if (event.key === 'Enter') add(text);
          else event.continuePropagation();
        }}
        onBlur={() => add(text)}
      />
    </div>
  );
}
