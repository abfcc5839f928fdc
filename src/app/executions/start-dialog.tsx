/** Starting an execution by hand, as a REST request would. */

import { useState } from 'react';
import { addressError } from '#flow/address.ts';
import { connectedTriggers } from '#flow/connected-triggers.ts';
import { useStartExecution } from '../client/executions/executions.ts';
import { useFlow } from '../client/flows.ts';
import { FormDialog } from '../ui/forms/form-dialog.tsx';
import { TextField } from '../ui/forms/text-field.tsx';
import { useWords } from '../words/use-words.ts';
import { StartFailure } from './start-failure.tsx';
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
      <Triggers flowSid={flowSid} />
      <TextField
        label={t('startForm.to')}
        help={t('startForm.toHelp')}
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
