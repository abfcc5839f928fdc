/** The transitions of a widget: each outlet with its target, the branches of a split, and the incoming connections. */

import { ChevronRight, Plus } from 'lucide-react';
import { Button as PlainButton } from 'react-aria-components/Button';
import { addBranch } from '#flow/edit/branches.ts';
import { setEventNext } from '#flow/edit/connect.ts';
import { cordsOf, type Outlet, outletsOf, widgetIds } from '#flow/graph.ts';
import { widgetType } from '#flow/widgets/widget-types.ts';
import { widgetIcon } from '../../canvas/render/icons.ts';
import { Button } from '../../ui/button.tsx';
import { CategoryChip } from '../../ui/marks/category-chip.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { useWords } from '../../words/use-words.ts';
import { messagesOf } from '../fields/field-editor.ts';
import { FieldFrame, Warning } from '../fields/field-frame.tsx';
import { QuickFixes } from '../fields/quick-fixes.tsx';
import { Branch } from './branch.tsx';
import { TargetField } from './target-field.tsx';
import { targetLabel } from './target-label.ts';
import { findingsOfTransition } from './transition-findings.ts';
import type { TransitionsProps } from './transitions-props.ts';
import './transitions.css';
import { widgetLabel } from '../../words/widget-labels.ts';

export function Transitions(props: TransitionsProps) {
  const { state, widget, findings, editor } = props;
  const t = useWords('inspector');
  const repeats = widgetType(state.type)?.repeats;
  const outlets = outletsOf(state);
  const branches = outlets.filter((outlet) => outlet.event === repeats);
  const general = findings.filter((each) => /^#\/states\/\d+(\/transitions)?$/.test(each.property_path));
  return (
    <div className="trans">
      <ul className="outlets">
        {outlets
          .filter((outlet) => outlet.event !== repeats)
          .map((outlet) => (
            <OutletRow key={outlet.key} {...props} outlet={outlet} />
          ))}
      </ul>
      {repeats !== undefined && (
        <>
          {branches.length > 1 && <p className="note">{t('matchOrder')}</p>}
          <ol className="branches">
            {branches.map((outlet, index) => (
              <Branch key={outlet.key} {...props} outlet={outlet} index={index} count={branches.length} />
            ))}
          </ol>
          <span className="add">
            <Button
              kind="ghost"
              icon={Plus}
              onPress={() =>
                editor.apply(
                  { name: 'changeConditions', widget },
                  (definition) => addBranch(definition, widget).definition,
                )
              }
            >
              {t('addCondition')}
            </Button>
          </span>
        </>
      )}
      {general.length > 0 && (
        <FieldFrame
          label=""
          hideLabel
          error={messagesOf(general, 'error')}
          warning={messagesOf(general, 'warning')}
        >
          {null}
        </FieldFrame>
      )}
      <IncomingConnections {...props} />
    </div>
  );
}

function OutletRow(props: TransitionsProps & { outlet: Outlet }) {
  const { definition, widget, outlet, editor, findings } = props;
  const own = findingsOfTransition(findings, outlet.transition);
  const label = outlet.isNamed ? outlet.label : widgetLabel(outlet.label);
  return (
    <li className="outlet" data-transition={outlet.transition ?? undefined}>
      <span className={outlet.next === null ? 'jk free' : 'jk'} />
      <div className="grow">
        <b>{label}</b>
        <span className="mono">{outlet.event}</span>
      </div>
      <div className="to">
        <TargetField
          definition={definition}
          outlet={label}
          next={outlet.next}
          error={messagesOf(own, 'error')}
          onChange={(to) =>
            editor.apply(targetLabel(widget, outlet.label, to), (now) =>
              setEventNext(now, widget, outlet.key, to),
            )
          }
        />
        <Warning text={messagesOf(own, 'warning')} />
        <QuickFixes findings={own} editor={editor} />
      </div>
    </li>
  );
}

function IncomingConnections({ definition, state, widget, onShow }: TransitionsProps) {
  const t = useWords('inspector');
  if (state.type === 'trigger') return null;
  const ids = widgetIds(definition);
  const cords = cordsOf(definition).filter((cord) => cord.to === widget);
  return (
    <section className="from">
      <h3 className="phd">{t('comesFrom')}</h3>
      {cords.length === 0 && <p className="none">{t('comesFromNothing')}</p>}
      <ul>
        {cords.map((cord) => {
          const source = definition.states[ids.indexOf(cord.from)];
          return (
            <li key={cord.id}>
              <PlainButton
                className="source"
                aria-label={t('goTo', { name: cord.from })}
                onPress={() => onShow(cord.from)}
              >
                <CategoryChip
                  category={widgetType(source?.type)?.category ?? 'flow'}
                  icon={widgetIcon(source?.type)}
                  size={20}
                />
                <span className="grow">
                  <b className="clip">{cord.from}</b>
                  <span className="mono">{cord.event}</span>
                </span>
                <Icon of={ChevronRight} size={14} />
              </PlainButton>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
