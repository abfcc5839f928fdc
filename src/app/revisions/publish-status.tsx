/** Above the revisions: the pending publish request, why the last one was not published, and executions being ended. */

import { useState } from 'react';
import type { ExecutionEndingResource, PublishRequestResource } from '#api/flows/publishing.ts';
import { PendingRequest, personName } from '../changes/pending-request.tsx';
import { useLatestEnding, usePublishRequests } from '../client/publishing.ts';
import { Button } from '../ui/button.tsx';
import { dateAndTime } from '../words/date-time.ts';
import { useWords } from '../words/use-words.ts';
import './publish-status.css';

export function PublishStatus({ sid }: { sid: string }) {
  const latest = usePublishRequests(sid).data?.[0] ?? null;
  const ending = useLatestEnding(sid).data ?? null;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const hide = (each: { sid: string }) => setHidden(new Set(hidden).add(each.sid));
  return (
    <div className="publish-status" aria-live="polite">
      {latest !== null && latest.date_closed === null && <PendingRequest request={latest} />}
      {latest !== null && isUnpublished(latest) && !hidden.has(latest.sid) && (
        <NotPublished request={latest} onHide={() => hide(latest)} />
      )}
      {ending !== null && !hidden.has(ending.sid) && (
        <EndingProgress ending={ending} onHide={() => hide(ending)} />
      )}
    </div>
  );
}

function isUnpublished({ status }: PublishRequestResource): boolean {
  return status === 'refused' || status === 'rejected';
}

function NotPublished({ request, onHide }: { request: PublishRequestResource; onHide(): void }) {
  const t = useWords('publishing');
  const { revision, status, note, closed_by, date_closed } = request;
  const when = dateAndTime(date_closed ?? '');
  return (
    <section className="pending-request">
      <p>
        {t('requestOf', { revision })}:{' '}
        {status === 'rejected' && closed_by !== null
          ? t('wasRejected', { who: personName(closed_by), when })
          : t('wasRefused', { when })}
      </p>
      {note !== null && <p className="mut">{note}</p>}
      <div className="acts">
        <Button onPress={onHide}>{t('dismiss')}</Button>
      </div>
    </section>
  );
}

function EndingProgress({ ending, onHide }: { ending: ExecutionEndingResource; onHide(): void }) {
  const t = useWords('publishing');
  const { status, problem, total, ended, failed } = ending;
  return (
    <section className="pending-request">
      {status === 'completed' && <p>{t('endedCount', { count: ended })}</p>}
      {status === 'failed' && <p>{t('endingFailed', { ended, problem: problem ?? '' })}</p>}
      {status === 'running' && <p>{total === null ? t('counting') : t('progress', { ended, total })}</p>}
      {failed > 0 && <p className="mut">{t('endFailed', { count: failed })}</p>}
      {status === 'running' && total !== null && (
        <progress value={ended + failed} max={total} aria-label={t('progress', { ended, total })} />
      )}
      {status !== 'running' && (
        <div className="acts">
          <Button onPress={onHide}>{t('dismiss')}</Button>
        </div>
      )}
    </section>
  );
}
