/** The pending publish request of a flow: what it will do, and approving, rejecting or canceling it. */

import type { PublishRequestResource } from '#api/flows/publishing.ts';
import type { ActingPerson } from '#api/people/schemas.ts';
import { useDecidePublishRequest } from '../client/publishing.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/overlays/toast.ts';
import { dateAndTime } from '../words/date-time.ts';
import { useWords, wordsOf } from '../words/use-words.ts';
import { timeZone } from './time-zone.ts';
import './changes.css';

/** A member or an API key by its name; the account for its own credentials. */
export function personName({ name, key }: ActingPerson): string {
  return name || key?.friendly_name || wordsOf('publishing')('account');
}

export function PendingRequest({ request }: { request: PublishRequestResource }) {
  const t = useWords('publishing');
  const decide = useDecidePublishRequest(request.flow_sid);
  const send = (Status: 'approved' | 'rejected' | 'canceled') =>
    decide.mutate(
      { sid: request.sid, Status },
      {
        onSuccess: (decided) => void toast({ message: decisionText(decided) }),
        onError: ({ message }) => void toast({ message: t('notDecided', { message }) }),
      },
    );
  const isRequested = request.status === 'requested';
  return (
    <section className="pending-request" aria-label={t('requests')}>
      <p>{requestText(request)}</p>
      {request.end_executions !== 'none' && (
        <p className="mut">{t(request.end_executions === 'all' ? 'endsAll' : 'endsAffected')}</p>
      )}
      {isRequested && !request.may_approve && <p className="mut">{t('otherPerson')}</p>}
      <div className="acts">
        {request.may_approve && (
          <>
            <Button kind="primary" onPress={() => send('approved')} isBusy={decide.isPending}>
              {t('approve')}
            </Button>
            <Button onPress={() => send('rejected')} isBusy={decide.isPending}>
              {t('reject')}
            </Button>
          </>
        )}
        {!(isRequested && request.may_approve) && (
          <Button onPress={() => send('canceled')} isBusy={decide.isPending}>
            {t(isRequested ? 'cancelRequest' : 'cancelSchedule')}
          </Button>
        )}
      </div>
    </section>
  );
}

function requestText({ status, revision, publish_at, requested_by }: PublishRequestResource): string {
  const t = wordsOf('publishing');
  const due = publish_at === null ? null : { revision, when: dateAndTime(publish_at), zone: timeZone() };
  if (status === 'scheduled' && due !== null) return t('scheduled', due);
  const who = personName(requested_by);
  return due === null ? t('requested', { who, revision }) : t('requestedFor', { who, ...due });
}

function decisionText({ status, published_as, publish_at }: PublishRequestResource): string {
  const t = wordsOf('publishing');
  if (status === 'published') return t('approvedToast', { revision: published_as ?? 0 });
  if (status === 'scheduled') return t('approvedLater', { when: dateAndTime(publish_at ?? '') });
  return t(status === 'rejected' ? 'rejectedToast' : 'canceledToast');
}
