/** Why an execution could not be started, with the way to the one that is in its way. */

import { Link } from '@tanstack/react-router';
import { conflictingExecution, useExecutionBySid } from '../client/executions/executions.ts';
import { useWords } from '../words/use-words.ts';

type StartFailureProps = { failure: Error; onFollow(): void };

export function StartFailure({ failure, onFollow }: StartFailureProps) {
  const t = useWords('executions');
  const conflict = conflictingExecution(failure);
  // It may be an execution of another flow.
  const inTheWay = useExecutionBySid(conflict).data;
  if (conflict === null) return t('startForm.failed', { message: failure.message });
  return (
    <>
      {t('startForm.conflict')}{' '}
      {inTheWay && (
        <Link
          to="/flows/$sid/executions/$executionSid"
          params={{ sid: inTheWay.flow_sid, executionSid: inTheWay.sid }}
          className="link"
          onClick={onFollow}
        >
          {t('startForm.openConflict')}
        </Link>
      )}
    </>
  );
}
