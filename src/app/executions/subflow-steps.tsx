/** The steps of a subflow, opened below the step that ran it. */

import { Link } from '@tanstack/react-router';
import { ArrowRight, ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useExecution, useSubflows } from '../client/executions/executions.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/marks/icon.tsx';
import { useWords } from '../words/use-words.ts';

/** `step` is the SID of the step that ran it, in the execution `parent`. */
export function SubflowSteps({ parent, step }: { parent: string; step: string }) {
  const t = useWords('executions');
  const [isOpen, setOpen] = useState(false);
  const subflows = useSubflows(parent, isOpen);
  const child = subflows.data?.find(({ parent_step_sid }) => parent_step_sid === step);
  return (
    <div className="sub">
      <Button
        kind="ghost"
        icon={isOpen ? ChevronDown : ChevronRight}
        aria-expanded={isOpen}
        onPress={() => setOpen(!isOpen)}
      >
        {t(isOpen ? 'subflow.close' : 'subflow.open')}
      </Button>
      {isOpen && child !== undefined && <ChildSteps flow={child.flow_sid} sid={child.sid} />}
      {isOpen && subflows.isSuccess && child === undefined && <p className="nt">{t('subflow.missing')}</p>}
    </div>
  );
}

function ChildSteps({ flow, sid }: { flow: string; sid: string }) {
  const t = useWords('executions');
  const execution = useExecution(flow, sid);
  return (
    <>
      <ol aria-label={t('subflow.steps')}>
        {execution.data?.steps.map(({ seq, name, transitioned_from: from, transitioned_to: to }) => (
          <li key={seq} className="tr">
            <b>{name}</b> <span className="clip">{from}</span>
            <Icon of={ArrowRight} size={12} />
            <span className="clip">{to === 'Ended' ? t('endedStep') : to}</span>
          </li>
        ))}
      </ol>
      <Link
        to="/flows/$sid/executions/$executionSid"
        params={{ sid: flow, executionSid: sid }}
        className="link small"
      >
        {t('subflow.goTo')}
      </Link>
    </>
  );
}
