/** How a flow is published: whether a second person is needed, and all publish requests with who decided, and when. */

import type { PublishRequestResource } from '#api/flows/publishing.ts';
import type { ActingPerson } from '#api/people/schemas.ts';
import { personName } from '../changes/pending-request.tsx';
import { usePublishing, usePublishRequests, useSetNeedsApproval } from '../client/publishing.ts';
import { QueryList } from '../ui/display/query-list.tsx';
import { Switch } from '../ui/forms/switch.tsx';
import { Pill, type Tone } from '../ui/marks/pill.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { toast } from '../ui/overlays/toast.ts';
import { dateAndTime } from '../words/date-time.ts';
import { useWords } from '../words/use-words.ts';

export type PublishingDialogProps = { sid: string; flowName: string; onClose(): void };

export function PublishingDialog({ sid, flowName, onClose }: PublishingDialogProps) {
  const t = useWords('publishing');
  const setting = usePublishing(sid);
  const set = useSetNeedsApproval(sid);
  const requests = usePublishRequests(sid);
  const change = (needsApproval: boolean) =>
    set.mutate(needsApproval, {
      onError: ({ message }) => void toast({ message: t('settingFailed', { message }) }),
    });
  return (
    <Dialog title={t('title', { name: flowName })} isOpen onClose={onClose}>
      <Switch
        label={t('secondPerson')}
        help={t('secondPersonHelp')}
        isOn={setting.data?.needs_approval === true}
        isDisabled={setting.data === undefined || set.isPending}
        onChange={change}
      />
      <section className="publish-part">
        <h3>{t('requests')}</h3>
        <QueryList
          list={requests}
          count={requests.data?.length ?? 0}
          failedTitle={t('requestsFailed')}
          empty={<p className="sec">{t('noRequests')}</p>}
        >
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <ul className="publish-requests" tabIndex={0} aria-label={t('requests')}>
            {requests.data?.map((request) => (
              <li key={request.sid}>
                <Request request={request} />
              </li>
            ))}
          </ul>
        </QueryList>
      </section>
    </Dialog>
  );
}

const tones = {
  requested: 'warn',
  scheduled: 'warn',
  published: 'live',
  rejected: 'danger',
  canceled: 'neutral',
  refused: 'danger',
} as const satisfies Record<PublishRequestResource['status'], Tone>;

function Request({ request }: { request: PublishRequestResource }) {
  const t = useWords('publishing');
  const { status, revision, publish_at, message, note } = request;
  return (
    <>
      <h4>
        {t('requestOf', { revision })} <Pill tone={tones[status]}>{t(`statuses.${status}`)}</Pill>
      </h4>
      {message !== null && <p>{message}</p>}
      {publish_at !== null && <p>{t('dueAt', { when: dateAndTime(publish_at) })}</p>}
      {useEvents(request).map((event) => (
        <p key={event} className="mut">
          {event}
        </p>
      ))}
      {note !== null && <p>{note}</p>}
    </>
  );
}

/** What happened, in sentences. */
function useEvents(request: PublishRequestResource): string[] {
  const t = useWords('publishing');
  const event = (
    key: 'wasRequested' | 'wasApproved' | 'wasRejected' | 'wasCanceled',
    by: ActingPerson | null,
    at: string | null,
  ) => (by === null || at === null ? [] : [t(key, { who: personName(by), when: dateAndTime(at) })]);
  const { status, published_as, closed_by, date_closed } = request;
  const when = dateAndTime(date_closed ?? request.date_requested);
  return [
    ...event('wasRequested', request.requested_by, request.date_requested),
    ...event('wasApproved', request.approved_by, request.date_approved),
    ...(status === 'rejected' ? event('wasRejected', closed_by, date_closed) : []),
    ...(status === 'canceled' ? event('wasCanceled', closed_by, date_closed) : []),
    ...(status === 'published'
      ? [t('wasPublished', { revision: published_as ?? request.revision, when })]
      : []),
    ...(status === 'refused' ? [t('wasRefused', { when })] : []),
  ];
}
