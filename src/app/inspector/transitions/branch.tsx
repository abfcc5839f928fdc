/** One branch of a split: its conditions and its target. */

import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { type Condition, transitionsOf } from '#flow/definition.ts';
import { moveBranch, newCondition, removeBranch, setCondition, setConditions } from '#flow/edit/branches.ts';
import { setEventNext } from '#flow/edit/connect.ts';
import type { Outlet } from '#flow/graph.ts';
import { isObject } from '#flow/json/json.ts';
import { asTyped } from '../../ui/as-typed.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useWords } from '../../words/use-words.ts';
import { widgetLabel } from '../../words/widget-labels.ts';
import { messagesOf } from '../fields/field-editor.ts';
import { Warning } from '../fields/field-frame.tsx';
import { QuickFixes } from '../fields/quick-fixes.tsx';
import { ConditionEditor } from './condition-editor.tsx';
import { TargetField } from './target-field.tsx';
import { targetLabel } from './target-label.ts';
import { findingsOfTransition } from './transition-findings.ts';
import type { TransitionsProps } from './transitions-props.ts';

export type BranchProps = TransitionsProps & { outlet: Outlet; index: number; count: number };

export function Branch(props: BranchProps) {
  const { definition, state, widget, outlet, editor, findings } = props;
  const t = useWords('inspector');
  const own = findingsOfTransition(findings, outlet.transition);
  const label = outlet.isNamed ? outlet.label : widgetLabel(outlet.label);
  const conditions = conditionsOf(transitionsOf(state)[outlet.transition ?? -1]?.conditions);
  return (
    <li className="branch" data-transition={outlet.transition ?? undefined}>
      <div className="outlet">
        <span className={outlet.next === null ? 'jk free' : 'jk'} />
        <div className="grow">
          <b className="clip" {...asTyped}>
            {label}
          </b>
          <span className="mono">{outlet.event}</span>
        </div>
        <div className="to">
          <TargetField
            definition={definition}
            outlet={label}
            next={outlet.next}
            onChange={(to) =>
              editor.apply(targetLabel(widget, outlet.label, to), (now) =>
                setEventNext(now, widget, outlet.key, to),
              )
            }
          />
        </div>
      </div>
      {conditions.map((condition, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the index is the condition's identity
        <div className="cond" key={`${outlet.key} ${nth}`}>
          <ConditionEditor
            {...props}
            condition={condition}
            onChange={(change, part) =>
              editor.apply(
                { name: 'changeConditions', widget },
                (now) => setCondition(now, widget, outlet.key, nth, change),
                {
                  gesture: `${widget} ${outlet.key} ${nth} ${part}`,
                },
              )
            }
            onEnd={() => editor.endGesture()}
          />
          {conditions.length > 1 && (
            <IconButton
              icon={Trash2}
              label={t('removePart', { n: nth + 1 })}
              onPress={() =>
                editor.apply({ name: 'changeConditions', widget }, (now) =>
                  setConditions(now, widget, outlet.key, conditions.toSpliced(nth, 1)),
                )
              }
            />
          )}
        </div>
      ))}
      {own.length > 0 && (
        <p className="fault" role="note">
          {messagesOf(own, 'error')}
        </p>
      )}
      <Warning text={messagesOf(own, 'warning')} />
      <QuickFixes findings={own} editor={editor} />
      <BranchActions {...props} conditions={conditions} />
    </li>
  );
}

function BranchActions(props: BranchProps & { conditions: Condition[] }) {
  const { state, widget, outlet, index, count, editor, conditions } = props;
  const t = useWords('inspector');
  const n = index + 1;
  const move = (to: number) =>
    editor.apply({ name: 'changeConditions', widget }, (now) => moveBranch(now, widget, outlet.key, to));
  return (
    <div className="branchacts">
      <Button
        kind="ghost"
        icon={Plus}
        onPress={() =>
          editor.apply({ name: 'changeConditions', widget }, (now) =>
            setConditions(now, widget, outlet.key, [...conditions, newCondition(state)]),
          )
        }
      >
        {t('addPart')}
      </Button>
      <span className="grow" />
      <IconButton
        icon={ArrowUp}
        label={t('branchUp', { n })}
        isDisabled={n === 1}
        onPress={() => move(index - 1)}
      />
      <IconButton
        icon={ArrowDown}
        label={t('branchDown', { n })}
        isDisabled={n === count}
        onPress={() => move(index + 1)}
      />
      <IconButton
        icon={Trash2}
        label={t('removeBranch', { n })}
        onPress={() =>
          editor.apply({ name: 'changeConditions', widget }, (now) => removeBranch(now, widget, outlet.key))
        }
      />
    </div>
  );
}

/** The conditions of a transition; anything else in the list is ignored. */
function conditionsOf(conditions: unknown): Condition[] {
  return Array.isArray(conditions) ? conditions.filter(isObject).map((each) => each as Condition) : [];
}
