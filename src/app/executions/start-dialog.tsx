/**
 * Starting an execution by hand, as a REST request would, or once more as one that ran. Who may edit the flow but not start
 * it starts its draft instead, for a test user or a test number, by a request or a message.
 */

import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ExecutionResource } from '#api/executions/schemas.ts';
import { addressError } from '#flow/address.ts';
import { connectedTriggers } from '#flow/connected-triggers.ts';
import {
  conflictingExecution,
  useExecutionBySid,
  useRunAgain,
  useStartExecution,
  useStartTestRun,
} from '../client/executions/executions.ts';
import { useFlow } from '../client/flows.ts';
import { useMay } from '../client/people/session.ts';
import { FormDialog } from '../ui/forms/form-dialog.tsx';
import { TextField } from '../ui/forms/text-field.tsx';
import { useWords } from '../words/use-words.ts';
import { parametersError } from './start-parameters.ts';

/** Of the range that is reserved for tests. */
const testNumber = '+15005550001';

export type StartDialogProps = {
  flowSid: string;
  onClose(): void;
  /** The execution has begun. */
  onOpen(sid: string): void;
};

export function StartDialog({ flowSid, onClose, onOpen }: StartDialogProps) {
  const t = useWords('executions');
  const isTest = !useMay('executions.create');
  const publicStart = useStartExecution(flowSid);
  const testStart = useStartTestRun(flowSid);
  const start = isTest ? testStart : publicStart;
  const [to, setTo] = useState(isTest ? testNumber : '');
  const [body, setBody] = useState('');
  const [from, setFrom] = useState('');
  const [parameters, setParameters] = useState('');
  const [isTried, setTried] = useState(false);
  const [left, setLeft] = useState({ to: false, from: false });
  const fault = parametersError(parameters);
  const faultText =
    fault?.kind === 'json'
      ? t('startForm.parametersInvalid', { line: fault.line })
      : t('startForm.parametersNotObject');
  const addressText = (typed: string, missing: 'toMissing' | 'fromMissing', isShown: boolean) => {
    const wrong = isShown ? addressError(typed, missing === 'toMissing' ? 'contact' : 'sender') : null;
    if (wrong === null) return undefined;
    return wrong === 'missing' ? t(`startForm.${missing}`) : t(`startForm.address.${wrong}`);
  };
  const edit = (set: (value: string) => void) => (value: string) => {
    set(value);
    start.reset();
  };
  const submit = () => {
    setTried(true);
    if (addressError(to, 'contact') !== null || addressError(from) !== null || fault !== null) return;
    const form = {
      ...{ To: to.trim(), From: from.trim() },
      ...(parameters.trim() !== '' && { Parameters: parameters }),
    };
    const onSuccess = ({ sid }: { sid: string }) => onOpen(sid);
    if (isTest) testStart.mutate({ ...form, ...(body.trim() !== '' && { Body: body }) }, { onSuccess });
    else publicStart.mutate(form, { onSuccess });
  };
  return (
    <FormDialog
      title={t(isTest ? 'testForm.title' : 'startForm.title')}
      submit={t(isTest ? 'testForm.submit' : 'startForm.submit')}
      onSubmit={submit}
      onClose={onClose}
      isBusy={start.isPending}
      failure={start.error && <StartFailure failure={start.error} onFollow={start.reset} />}
    >
      {isTest ? <p className="mut">{t('testForm.lead')}</p> : <Triggers flowSid={flowSid} />}
      <TextField
        label={t('startForm.to')}
        help={t(isTest ? 'testForm.toHelp' : 'startForm.toHelp')}
        autoFocus
        value={to}
        onChange={edit(setTo)}
        onBlur={() => setLeft({ ...left, to: true })}
        error={addressText(to, 'toMissing', isTried || (left.to && to !== ''))}
      />
      <TextField
        label={t('startForm.from')}
        help={t('startForm.fromHelp')}
        value={from}
        onChange={edit(setFrom)}
        onBlur={() => setLeft({ ...left, from: true })}
        error={addressText(from, 'fromMissing', isTried || (left.from && from !== ''))}
      />
      {isTest && (
        <TextField
          label={t('testForm.body')}
          help={t('testForm.bodyHelp')}
          value={body}
          onChange={edit(setBody)}
        />
      )}
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

/** Which triggers of the flow are connected: a request runs from its own one, and from no other. */
function Triggers({ flowSid }: { flowSid: string }) {
  const t = useWords('executions');
  const names = useWords('flows');
  const definition = useFlow(flowSid).data?.definition;
  if (definition === undefined || definition === null) return <p className="mut">{t('startForm.lead')}</p>;
  const events = connectedTriggers(definition);
  if (events.includes('incomingRequest')) return <p className="mut">{t('startForm.lead')}</p>;
  const others = events.map((event) => names(`triggers.${event}`)).join(', ');
  return (
    <p className="field-warning" role="status">
      {events.length === 0 ? t('startForm.noTrigger') : t('startForm.otherTriggers', { triggers: others })}
    </p>
  );
}

type StartFailureProps = { failure: Error; onFollow(): void };

/** Why an execution could not be started, with the way to the one that is in its way. */
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

type RunAgainDialogProps = {
  execution: ExecutionResource;
  onClose(): void;
  /** The new execution has begun. */
  onOpen(sid: string): void;
};

/** Starting an execution really, with the inputs of one that ran. */
export function RunAgainDialog({ execution, onClose, onOpen }: RunAgainDialogProps) {
  const t = useWords('executions');
  const again = useRunAgain(execution.flow_sid, execution.sid);
  return (
    <FormDialog
      title={t('runAgain.title')}
      submit={t('runAgain.submit')}
      onSubmit={() => again.mutate(undefined, { onSuccess: ({ sid }) => onOpen(sid) })}
      onClose={onClose}
      isBusy={again.isPending}
      failure={again.error && <StartFailure failure={again.error} onFollow={onClose} />}
    >
      <p>{t('runAgain.lead', { contact: execution.contact_channel_address ?? t('unknownContact') })}</p>
      <p className="mut">{t('runAgain.real')}</p>
    </FormDialog>
  );
}
