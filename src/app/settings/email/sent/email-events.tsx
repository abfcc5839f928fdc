/** The events of an email, newest last, each with what the other server said, and the posts of them to webhooks. */

import { Link } from '@tanstack/react-router';
import type { OutboundEmailDetails } from '#api/email/outbound.ts';
import { Masked } from '../../../ui/marks/masked.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { dateAndTime } from '../../../words/date-time.ts';
import { numberText } from '../../../words/locale.ts';
import { useWords } from '../../../words/use-words.ts';

type MailEvent = OutboundEmailDetails['events'][number];

export function EmailEvents({ mail: { events, posts } }: { mail: OutboundEmailDetails }) {
  const t = useWords('email');
  const sent = useWords('sentEmail');
  const kindsOf = (ids: readonly string[]) =>
    events.flatMap(({ sg_event_id, event }) => (ids.includes(sg_event_id) ? event : [])).join(', ');
  return (
    <Panel title={sent('events')}>
      {events.length === 0 && <p className="inside mut">{sent('noEvents')}</p>}
      {events.length > 0 && (
        <ol className="inside events" aria-label={sent('events')}>
          {events.map((event) => (
            <li key={event.sg_event_id}>
              <b>{sent(`kinds.${event.event}`)}</b>
              <span className="grow small sec">
                <Masked text={detailOf(event)} />
              </span>
              <time className="num mut small">{dateAndTime(event.timestamp * 1000)}</time>
            </li>
          ))}
        </ol>
      )}
      {posts.length > 0 && (
        <div className="inside attachments">
          <h3>{sent('posts')}</h3>
          <ol className="events" aria-label={sent('posts')}>
            {posts.map((post) => (
              <li key={post.delivery_sid}>
                <Link to="/settings/email/deliveries" search={{ webhook: post.webhook_id }} className="link">
                  {post.response_status ?? t('deliveries.noResponse')}
                </Link>
                <span className="mono small">{kindsOf(post.event_ids)}</span>
                <span className={post.problem === null ? 'grow small mut' : 'grow small bad'}>
                  {post.problem ?? t('deliveries.latency', { ms: numberText(post.latency_ms) })}
                </span>
                <time className="num mut small">{dateAndTime(post.date_made)}</time>
              </li>
            ))}
          </ol>
        </div>
      )}
    </Panel>
  );
}

/** The detail of an event besides its kind. */
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
