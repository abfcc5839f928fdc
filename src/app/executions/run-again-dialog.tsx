/** Starting an execution really, with the inputs of one that ran. */

import type { ExecutionResource } from '#api/executions/schemas.ts';
import { useRunAgain } from '../client/executions/executions.ts';
import { FormDialog } from '../ui/forms/form-dialog.tsx';
import { useWords } from '../words/use-words.ts';
import { StartFailure } from './start-failure.tsx';

export type RunAgainDialogProps = {
  execution: ExecutionResource;
  onClose(): void;
  /** The new execution has begun. */
  onOpen(sid: string): void;
};

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
