/** The conditions of a split as rows: operator, value, order; and the field that adds a row for each answer. */

import { type Condition, type State, transitionsOf } from '#flow/definition.ts';
import { moveBranch } from '#flow/edit/branches.ts';
import { type Outlet, outletsOf } from '#flow/graph.ts';
import { isObject } from '#flow/json/json.ts';
import { widgetType } from '#flow/widgets/widget-types.ts';
import { useWords } from '../../words/use-words.ts';
import { ConditionRow } from './condition-row.tsx';
import type { ConditionRowsProps } from './condition-rows-props.ts';
import { NewAnswers } from './new-answers.tsx';
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
