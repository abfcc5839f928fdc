/** The steps of an execution, newest first: the event, and the hop that it caused. */

import { ArrowRight, Info, TriangleAlert } from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import type { ExecutionView } from '#api/executions/resources.ts';
import { Icon } from '../ui/icon.tsx';
import { duration, elapsed } from '../words/time.ts';
import { useWords } from '../words/use-words.ts';
import './step-list.css';
import { SubflowSteps } from './subflow-steps.tsx';
import { waitBefore } from './waits.ts';

type Step = ExecutionView['steps'][number];

export type StepListProps = {
  view: ExecutionView;
  /** `seq` of the selected step; 0 when there is none. */
  selected: number;
  onSelect(seq: number): void;
};

export function StepList({ view, selected, onSelect }: StepListProps) {
  const t = useWords('executions');
  const list = useRef<HTMLOListElement>(null);
  const began = Date.parse(view.execution.date_created);
  useEffect(() => {
    list.current?.querySelector(`[data-seq="${selected}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  const { status } = view.execution;
  return (
    <>
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
        {view.steps.toReversed().map((step, index) => (
          <StepRow
            key={step.seq}
            step={step}
            execution={view.execution.sid}
            wait={waitBefore(view.steps, view.steps.length - 1 - index)}
            at={Date.parse(step.date_created) - began}
            state={step.seq === selected ? 'on' : step.seq > selected ? 'fut' : ''}
            onSelect={onSelect}
          />
        ))}
      </ol>
    </>
  );
}

type StepRowProps = {
  step: Step;
  execution: string;
  /** How long the execution waited before it, in ms; null when not for long. */
  wait: number | null;
  at: number;
  state: '' | 'on' | 'fut';
  onSelect(seq: number): void;
};

const StepRow = memo(function StepRow({ step, execution, wait, at, state, onSelect }: StepRowProps) {
  const t = useWords('executions');
  if (step.sid === '') {
    return (
      <li className="ts fut" data-seq={step.seq}>
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
    <li className={`ts ${state}`} data-seq={step.seq}>
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
            <span className="clip">{step.transitioned_from}</span>
            <Icon of={ArrowRight} size={12} />
            {isLast ? <em>{to}</em> : <span className="clip">{to}</span>}
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
