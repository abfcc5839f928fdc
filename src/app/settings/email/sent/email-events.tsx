/** The events of an email, newest last. */

import type { OutboundEmailDetails } from '#api/email/outbound.ts';
import { Panel } from '../../../ui/panel.tsx';
import { dateAndTime } from '../../../words/time.ts';
import { useWords } from '../../../words/use-words.ts';

type MailEvent = OutboundEmailDetails['events'][number];

export function EmailEvents({ events }: { events: readonly MailEvent[] }) {
  const t = useWords('email');
  return (
    <Panel title={t('sent.events')}>
      {events.length === 0 && <p className="inside mut">{t('sent.noEvents')}</p>}
      {events.length > 0 && (
        <ol className="inside events" aria-label={t('sent.events')}>
          {events.map((event) => (
            <li key={event.sg_event_id}>
              <span className="mono">{event.event}</span>
              <span className="grow small sec">{detailOf(event)}</span>
              <time className="num mut small">{dateAndTime(event.timestamp * 1000)}</time>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

/** The detail of an event beside its kind. */
function detailOf(event: MailEvent): string {
  switch (event.event) {
    case 'deferred':
    case 'delivered':
      return event.response;
    case 'bounce':
    case 'dropped':
      return event.reason;
    case 'click':
      return event.url;
    case 'open':
      return event.useragent ?? '';
    default:
      return '';
  }
}
