/** Keeps an execution as a test of its flow. */

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ExecutionView } from '#api/executions/schemas.ts';
import { useKeepFlowTest } from '../client/flow-tests.ts';
import { useRevision } from '../client/revisions.ts';
import { FormDialog } from '../ui/forms/form-dialog.tsx';
import { TextField } from '../ui/forms/text-field.tsx';
import { toast } from '../ui/overlays/toast.ts';
import { Skeleton } from '../ui/states/skeleton.tsx';
import { dateAndTime } from '../words/date-time.ts';
import { useWords } from '../words/use-words.ts';
import { recordedSteps, testOfSteps } from './recorded-execution.ts';

export type KeepExecutionDialogProps = { view: ExecutionView; onClose(): void };

export function KeepExecutionDialog({ view, onClose }: KeepExecutionDialogProps) {
  const t = useWords('simulator');
  const { flow_sid: sid, date_created: date } = view.execution;
  const [name, setName] = useState<string>(() => t('keepExecution.nameOf', { time: dateAndTime(date) }));
  const keep = useKeepFlowTest(sid);
  const recorded = useTestOf(view);
  const test = recorded.data?.ok === true ? recorded.data : null;
  const submit = () => {
    if (name.trim() === '' || test === null) return;
    keep.mutate(
      { Name: name.trim(), Test: test.yaml },
      {
        onSuccess: () => {
          toast({ message: t('keepExecution.kept') });
          onClose();
        },
      },
    );
  };
  const failure = keep.error ?? recorded.error;
  return (
    <FormDialog
      title={t('keepExecution.title')}
      submit={t('tests.keep')}
      onSubmit={submit}
      onClose={onClose}
      isBusy={keep.isPending}
      isDisabled={test === null}
      failure={failure && t('tests.keepFailed', { message: failure.message })}
    >
      <p className="mut">{t('keepExecution.text')}</p>
      <TextField
        label={t('keepExecution.name')}
        help={t('tests.nameHelp')}
        autoFocus
        value={name}
        onChange={setName}
        maxLength={100}
        error={name.trim() === '' ? t('keepExecution.nameMissing') : undefined}
      />
      {recorded.isPending && <Skeleton lines={1} />}
      {recorded.data?.ok === false && (
        <p className="field-warning" role="alert">
          {t(`link.${recorded.data.reason}`)}
        </p>
      )}
      {test !== null && test.divergedAt !== null && (
        <p className="field-warning" role="status">
          {t('keepExecution.diverged', { widget: test.divergedAt })}
        </p>
      )}
    </FormDialog>
  );
}

/** The test of the execution, without the address of its contact. */
function useTestOf(view: ExecutionView) {
  const { flow_sid: sid, flow_version: version, contact_channel_address: contact } = view.execution;
  const revision = useRevision(sid, version);
  const definition = revision.data?.definition ?? null;
  const isReady = version === null || !revision.isPending;
  return useQuery({
    queryKey: ['execution-tests', view.execution.sid, view.steps.length],
    enabled: isReady,
    queryFn: async () => {
      if (definition === null) return { ok: false, reason: 'revision' } as const;
      const [{ withTestContact }, { writeFlowTest }] = await Promise.all([
        import('#simulator/recorded/replace-contact.ts'),
        import('#simulator/flow-test/record.ts'),
      ]);
      const recorded = await testOfSteps(definition, withTestContact(recordedSteps(view), contact ?? ''));
      return recorded.ok ? { ...recorded, yaml: writeFlowTest(recorded.test) } : recorded;
    },
  });
}
