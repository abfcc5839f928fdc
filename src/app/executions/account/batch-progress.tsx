/** How far ending or deleting has come, above the list, until it is dismissed. */

import { Square, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ExecutionBatch } from '#api/executions/batches.ts';
import { useRefreshAccountExecutions } from '../../client/executions/account-executions.ts';
import { useExecutionBatches, useStopExecutionBatch } from '../../client/executions/execution-batches.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { saidByToast } from '../../ui/overlays/toast.ts';
import { useWords } from '../../words/use-words.ts';

export function BatchProgress() {
  const batches = useExecutionBatches().data ?? [];
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const refresh = useRefreshAccountExecutions();
  const running = batches.filter(({ status }) => status === 'running').map(({ sid }) => sid);
  const failed = batches.filter(({ status }) => status === 'failed').map(({ sid }) => sid);
  // Those that were seen running stay, so that their result is read.
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const shown = [...running, ...failed];
  if (shown.some((sid) => !seen.has(sid))) setSeen(new Set([...seen, ...shown]));
  const count = running.length;
  const before = useRef(count);
  useEffect(() => {
    if (count < before.current) void refresh();
    before.current = count;
  }, [count, refresh]);
  return batches
    .filter(({ sid }) => seen.has(sid) && !dismissed.has(sid))
    .map((batch) => (
      <Progress
        key={batch.sid}
        batch={batch}
        onDismiss={() => setDismissed(new Set([...dismissed, batch.sid]))}
      />
    ));
}

function Progress({ batch, onDismiss }: { batch: ExecutionBatch; onDismiss(): void }) {
  const t = useWords('accountExecutions');
  const stop = useStopExecutionBatch();
  const { action, status, problem, total, done, failed } = batch;
  const text = t(`batch.progress.${action}.${status}`, { done, total });
  return (
    <div className="batch-progress" role="status">
      <span>{text}</span>
      {status === 'failed' && (
        <span className="failed">{t('batch.problem', { problem: problem ?? '' })}</span>
      )}
      {failed > 0 && <span className="failed">{t('batch.failedOnes', { count: failed })}</span>}
      {status === 'running' && <progress value={done + failed} max={Math.max(total, 1)} aria-label={text} />}
      <span className="grow" />
      {(status === 'running' || status === 'failed') && (
        <Button
          icon={Square}
          isBusy={stop.isPending}
          onPress={() =>
            stop.mutate(
              batch.sid,
              saidByToast(null, (message) => t('batch.stopFailed', { message })),
            )
          }
        >
          {t('batch.stop')}
        </Button>
      )}
      {status !== 'running' && <IconButton icon={X} label={t('batch.dismiss')} onPress={onDismiss} />}
    </div>
  );
}
