/** Whether webhooks work: the state of one in a pill, all of them on the overview, and a banner on every email page. */

import { Link } from '@tanstack/react-router';
import { Play, TriangleAlert } from 'lucide-react';
import type { EventQueue } from '#api/email/deliveries.ts';
import { useDeliveryQueues, useResumeWebhook } from '../../../client/email/deliveries.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/marks/icon.tsx';
import { Pill, type PillProps } from '../../../ui/marks/pill.tsx';
import { useNow } from '../../../ui/marks/use-now.ts';
import { saidByToast } from '../../../ui/overlays/toast.ts';
import { Panel } from '../../../ui/panel.tsx';
import { dateAndTime } from '../../../words/date-time.ts';
import { useWords, type Words } from '../../../words/use-words.ts';
import { useMayChange } from '../../permission-guard.tsx';
import { useEmailTarget } from '../use-email-target.ts';
import './webhooks.css';

const pills: Record<EventQueue['state'], Pick<PillProps, 'tone' | 'mark'>> = {
  healthy: { tone: 'live', mark: 'dot' },
  failing: { tone: 'danger', mark: 'dot' },
  paused: { tone: 'danger', mark: 'ring' },
  disabled: { mark: 'ring' },
};

export function WebhookPill({ queue }: { queue: EventQueue }) {
  const t = useWords('email');
  return <Pill {...pills[queue.state]}>{stateText(t, queue)}</Pill>;
}

function stateText(t: Words<'email'>, { state, failing_since, paused_since }: EventQueue): string {
  const since = (state === 'paused' ? paused_since : failing_since) ?? '';
  return t(`health.states.${state}`, { when: since === '' ? '' : dateAndTime(since) });
}

/** Resumes a paused webhook, or tries a failing one now; nothing for others. */
export function ResumeButton({ queue: { webhook_id: id, state } }: { queue: EventQueue }) {
  const t = useWords('email');
  const resume = useResumeWebhook(useEmailTarget());
  const mayChange = useMayChange();
  if (!mayChange || (state !== 'failing' && state !== 'paused')) return null;
  return (
    <Button
      icon={Play}
      isBusy={resume.isPending}
      onPress={() =>
        resume.mutate(
          id,
          saidByToast(t('health.resumed'), (message) => t('health.resumeFailed', { message })),
        )
      }
    >
      {t(state === 'paused' ? 'health.resume' : 'health.tryNow')}
    </Button>
  );
}

/** All webhooks with their state, failures of the last day and backlog; nothing where there is none. */
export function HealthPanel() {
  const t = useWords('email');
  const queues = useDeliveryQueues(useEmailTarget()).data?.queues ?? [];
  if (queues.length === 0) return null;
  return (
    <Panel title={t('health.title')}>
      <ul className="health" aria-label={t('health.title')}>
        {queues.map((queue) => (
          <li key={queue.webhook_id}>
            <Link to="/settings/email" search={{ webhook: queue.webhook_id }} className="grow clip name">
              {queue.friendly_name ?? queue.destination}
            </Link>
            <WebhookPill queue={queue} />
            <span className="small sec num">
              {t('health.failures', { count: queue.failures_of_day })}
              {' · '}
              {t('deliveries.waiting', { count: queue.waiting })}
            </span>
            <ResumeButton queue={queue} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** A receiver that is restarted is back within this time. */
const toldAfterMs = 60_000;

/** Which webhooks are paused, or have failed for a while. */
export function WebhookBanner() {
  const t = useWords('email');
  const now = useNow(10_000);
  const queues = useDeliveryQueues(useEmailTarget()).data?.queues ?? [];
  const told = queues.filter(
    ({ state, failing_since: since }) =>
      state === 'paused' || (state === 'failing' && since !== null && now - Date.parse(since) >= toldAfterMs),
  );
  if (told.length === 0) return null;
  return (
    <div className="target-banner in-flow" role="status">
      {told.map((queue) => (
        <p key={queue.webhook_id}>
          <Icon of={TriangleAlert} size={14} />
          <span className="grow">
            {t(queue.state === 'paused' ? 'health.pausedText' : 'health.failingText', {
              name: queue.friendly_name ?? queue.destination,
              when: dateAndTime(queue.paused_since ?? queue.failing_since ?? ''),
            })}{' '}
            {t('deliveries.waiting', { count: queue.waiting })}
          </span>
          <Link to="/settings/email" search={{ webhook: queue.webhook_id }} className="link">
            {t('health.show')}
          </Link>
        </p>
      ))}
    </div>
  );
}
