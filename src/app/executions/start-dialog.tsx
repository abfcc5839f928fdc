/** Starting an execution by hand, as a REST request would. */

import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { conflictingExecution, useExecutionBySid, useStartExecution } from '../client/executions.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useWords } from '../words/use-words.ts';
import { parametersError } from './start-parameters.ts';

export type StartDialogProps = {
  flowSid: string;
  onClose(): void;
  /** The execution has begun. */
  onOpen(sid: string): void;
};

export function StartDialog({ flowSid, onClose, onOpen }: StartDialogProps) {
  const t = useWords('executions');
  const start = useStartExecution(flowSid);
  const [to, setTo] = useState('');
  const [from, setFrom] = useState('');
  const [parameters, setParameters] = useState('');
  const [isTried, setTried] = useState(false);
  const fault = parametersError(parameters);
  const faultText =
    fault?.kind === 'json'
      ? t('startForm.parametersInvalid', { line: fault.line })
      : t('startForm.parametersNotObject');
  const edit = (set: (value: string) => void) => (value: string) => {
    set(value);
    start.reset();
  };
  const submit = () => {
    setTried(true);
    if (to.trim() === '' || from.trim() === '' || fault !== null) return;
    start.mutate(
      { To: to.trim(), From: from.trim(), ...(parameters.trim() !== '' && { Parameters: parameters }) },
      { onSuccess: ({ sid }) => onOpen(sid) },
    );
  };
  return (
    <FormDialog
      title={t('startForm.title')}
      submit={t('startForm.submit')}
      onSubmit={submit}
      onClose={onClose}
      isBusy={start.isPending}
      failure={start.error && <StartFailure failure={start.error} onFollow={start.reset} />}
    >
      <p className="mut">{t('startForm.lead')}</p>
      <TextField
        label={t('startForm.to')}
        help={t('startForm.toHelp')}
        autoFocus
        value={to}
        onChange={edit(setTo)}
        error={isTried && to.trim() === '' ? t('startForm.toMissing') : undefined}
      />
      <TextField
        label={t('startForm.from')}
        help={t('startForm.fromHelp')}
        value={from}
        onChange={edit(setFrom)}
        error={isTried && from.trim() === '' ? t('startForm.fromMissing') : undefined}
      />
      <TextField
        label={t('startForm.parameters')}
        help={t('startForm.parametersHelp')}
        code
        lines={4}
        value={parameters}
        onChange={edit(setParameters)}
        error={isTried && fault !== null ? faultText : undefined}
      />
    </FormDialog>
  );
}

type StartFailureProps = { failure: Error; onFollow(): void };

function StartFailure({ failure, onFollow }: StartFailureProps) {
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
