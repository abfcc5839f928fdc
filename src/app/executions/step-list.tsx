/** The steps of an execution, newest first: the event, and the hop that it caused. */

import { ArrowRight, Info, TriangleAlert } from 'lucide-react';
import { memo, useCallback, useEffect, useEffectEvent, useRef } from 'react';
import type { ExecutionView } from '#api/executions/schemas.ts';
import { useWindowedRows } from '../ui/display/use-windowed-rows.ts';
import { Icon } from '../ui/marks/icon.tsx';
import { duration, elapsed } from '../words/date-time.ts';
import { useWords } from '../words/use-words.ts';
import './step-list.css';
import { asTyped } from '../ui/as-typed.ts';
import { SubflowSteps } from './subflow-steps.tsx';
import { useNarrowWindow } from './use-narrow-window.ts';
import { waitBefore } from './waits.ts';

type Step = ExecutionView['steps'][number];

export type StepListProps = {
  view: ExecutionView;
  /** `seq` of the selected step; 0 when there is none. */
  /** Why what is shown may not be the newest; null when it is. */
  doubt: string | null;
  selected: number;
  onSelect(seq: number): void;
};

export function StepList({ view, doubt, selected, onSelect }: StepListProps) {
  const t = useWords('executions');
  const list = useRef<HTMLOListElement>(null);
  const began = Date.parse(view.execution.date_created);
  const { steps } = view;
  const total = steps.length;
  // Newest first: the row at an index is the step that many before the last.
  const keyOf = useCallback((index: number) => String(total - index), [total]);
  const usualHeight = useNarrowWindow() ? 48 : 40;
  const rows = useWindowedRows({ list, total, keyOf, usualHeight });
  const revealSelected = useEffectEvent((seq: number) => {
    if (seq > 0) rows.reveal(total - seq);
  });
  useEffect(() => revealSelected(selected), [selected]);
  const { status } = view.execution;
  const stepRow = (step: Step) => (
    <StepRow
      key={step.seq}
      step={step}
      total={rows.to - rows.from < total ? total : null}
      execution={view.execution.sid}
      wait={waitBefore(steps, step.seq - 1)}
      at={Date.parse(step.date_created) - began}
      state={step.seq === selected ? 'on' : step.seq > selected ? 'fut' : ''}
      onSelect={onSelect}
    />
  );
  return (
    <>
      {doubt !== null && (
        <p className="doubt" role="status">
          <Icon of={TriangleAlert} size={14} />
          <span>{doubt}</span>
        </p>
      )}
      {status === 'active' && view.at !== null && (
        <p className="at">
          <span className="spin" />
          <span className="clip">
            {t('waitingAt', { widget: view.at })} {view.waiting_for ? t(`waiting.${view.waiting_for}`) : ''}
          </span>
        </p>
      )}
      {view.notes.length > 0 && (
        <div className="ts now">
          <StepNotes notes={view.notes} />
        </div>
      )}
      {view.steps.length === 0 && <p className="none">{t('noSteps')}</p>}
      <ol className="tl" ref={list} reversed>
        {rows.above > 0 && <li aria-hidden style={{ height: rows.above }} />}
        {steps
          .slice(total - rows.to, total - rows.from)
          .map(stepRow)
          .reverse()}
        {rows.below > 0 && <li aria-hidden style={{ height: rows.below }} />}
      </ol>
    </>
  );
}

type StepRowProps = {
  step: Step;
  /** The number of all steps where only some of them are drawn; otherwise null. */
  total: number | null;
  execution: string;
  /** How long the execution waited before it, in ms; null when not for long. */
  wait: number | null;
  at: number;
  state: '' | 'on' | 'fut';
  onSelect(seq: number): void;
};

const StepRow = memo(function StepRow({ step, total, execution, wait, at, state, onSelect }: StepRowProps) {
  const t = useWords('executions');
  const place = {
    'data-seq': step.seq,
    'data-row': step.seq,
    ...(total !== null && { 'aria-setsize': total, 'aria-posinset': total - step.seq + 1 }),
  };
  if (step.sid === '') {
    return (
      <li className="ts fut" {...place}>
        <p className="nt doubt">
          <Icon of={TriangleAlert} size={12} />
          {t('missingStep', { seq: step.seq })}
        </p>
      </li>
    );
  }
  const isLast = step.transitioned_to === 'Ended';
  const to = isLast ? t('endedStep') : step.transitioned_to;
  return (
    <li className={`ts ${state}`} {...place}>
      <button
        type="button"
        aria-current={state === 'on' ? 'step' : undefined}
        aria-label={t('stepLabel', { seq: step.seq, event: step.name, from: step.transitioned_from, to })}
        onClick={() => onSelect(step.seq)}
      >
        <span className="n num">{step.seq}</span>
        <span className="grow">
          <span className="ev clip">{step.name}</span>
          <span className="tr">
            <span className="clip" {...asTyped}>
              {step.transitioned_from}
            </span>
            <Icon of={ArrowRight} size={12} />
            {isLast ? (
              <em>{to}</em>
            ) : (
              <span className="clip" {...asTyped}>
                {to}
              </span>
            )}
          </span>
        </span>
        <span className="tm num">{elapsed(at)}</span>
      </button>
      <StepNotes notes={step.notes} />
      {step.type === 'run-subflow' && <SubflowSteps parent={execution} step={step.sid} />}
      {wait !== null && <p className="wait">{t('waited', { time: duration(wait) })}</p>}
    </li>
  );
});

function StepNotes({ notes }: { notes: Step['notes'] }) {
  return notes.map(({ code, message }) => (
    <p className={code === 0 ? 'nt' : 'nt doubt'} key={`${code} ${message}`}>
      <Icon of={code === 0 ? Info : TriangleAlert} size={12} />
      <span>{code === 0 ? message : `${message} (${code})`}</span>
    </p>
  ));
}
