/** Starting an execution by hand, as a REST request would. */

import { Link } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import type { ExecutionForm } from '#api/executions.ts';
import { conflictingExecution, useExecutionAlone, useStartExecution } from '../client/executions.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useWords } from '../words/use-words.ts';
import { parametersFault } from './start-form.ts';

export type StartDialogProps = {
  flowSid: string;
  isOpen: boolean;
  onClose(): void;
  /** The execution has begun. */
  onOpen(sid: string): void;
};

export function StartDialog({ flowSid, isOpen, onClose, onOpen }: StartDialogProps) {
  const t = useWords('executions');
  const form = useId();
  const start = useStartExecution(flowSid);
  const close = () => {
    start.reset();
    onClose();
  };
  return (
    <Dialog
      title={t('startForm.title')}
      isOpen={isOpen}
      onClose={close}
      isBusy={start.isPending}
      footer={
        <>
          <Button size="lg" onPress={close}>
            {t('startForm.cancel')}
          </Button>
          <Button size="lg" kind="primary" type="submit" form={form} isBusy={start.isPending}>
            {t('startForm.submit')}
          </Button>
        </>
      }
    >
      <StartForm
        id={form}
        onSubmit={(values) => start.mutate(values, { onSuccess: ({ sid }) => onOpen(sid) })}
        onEdit={start.reset}
      />
      {start.error && <StartFailure failure={start.error} onFollow={start.reset} />}
    </Dialog>
  );
}

type StartFormProps = { id: string; onSubmit(values: ExecutionForm): void; onEdit(): void };

function StartForm({ id, onSubmit, onEdit }: StartFormProps) {
  const t = useWords('executions');
  const [to, setTo] = useState('');
  const [from, setFrom] = useState('');
  const [parameters, setParameters] = useState('');
  const [isTried, setTried] = useState(false);
  const fault = parametersFault(parameters);
  const faultText = () => {
    if (fault === null) return undefined;
    return fault.kind === 'json'
      ? t('startForm.parametersFault', { line: fault.line })
      : t('startForm.parametersObject');
  };
  const edit = (set: (value: string) => void) => (value: string) => {
    set(value);
    onEdit();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (to.trim() === '' || from.trim() === '' || fault !== null) return;
    onSubmit({
      To: to.trim(),
      From: from.trim(),
      ...(parameters.trim() !== '' && { Parameters: parameters }),
    });
  };
  return (
    <form id={id} onSubmit={submit} noValidate className="start-form">
      <p className="mut">{t('startForm.lead')}</p>
      <TextField
        label={t('startForm.to')}
        help={t('startForm.toHelp')}
        autoFocus
        value={to}
        onChange={edit(setTo)}
        error={isTried && to.trim() === '' ? t('startForm.toFault') : undefined}
      />
      <TextField
        label={t('startForm.from')}
        help={t('startForm.fromHelp')}
        value={from}
        onChange={edit(setFrom)}
        error={isTried && from.trim() === '' ? t('startForm.fromFault') : undefined}
      />
      <TextField
        label={t('startForm.parameters')}
        help={t('startForm.parametersHelp')}
        code
        lines={4}
        value={parameters}
        onChange={edit(setParameters)}
        error={isTried ? faultText() : undefined}
      />
    </form>
  );
}

type StartFailureProps = { failure: Error; onFollow(): void };

function StartFailure({ failure, onFollow }: StartFailureProps) {
  const t = useWords('executions');
  const conflict = conflictingExecution(failure);
  // It may be an execution of another flow.
  const inTheWay = useExecutionAlone(conflict).data;
  return (
    <p className="refused" role="alert">
      {conflict === null ? (
        t('startForm.failed', { message: failure.message })
      ) : (
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
      )}
    </p>
  );
}
