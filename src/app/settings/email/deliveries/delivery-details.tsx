/** What one delivery held: its duration, recipients, headers and body. Loaded when it is opened. */

import type { EventDelivery } from '#api/email/deliveries.ts';
import { useDeliveryEvents } from '../../../client/email/deliveries.ts';
import { Masked } from '../../../ui/marks/masked.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { dateAndTime } from '../../../words/date-time.ts';
import { numberText } from '../../../words/locale.ts';
import { useWords } from '../../../words/use-words.ts';
import { useEmailTarget } from '../use-email-target.ts';

/** Recipients and bytes of the body that are shown: a post may hold a thousand events. */
const maxRecipients = 20;
const maxBodyLength = 20_000;

export function DeliveryDetails({ delivery }: { delivery: EventDelivery }) {
  const t = useWords('email');
  const { id, date_made, latency_ms, request_headers, response_headers, response_start } = delivery;
  const query = useDeliveryEvents(useEmailTarget(), id);
  return (
    <section className="details" aria-label={t('deliveries.detailsOf', { when: dateAndTime(date_made) })}>
      <p className="small sec">
        {dateAndTime(date_made)} · {t('deliveries.latency', { ms: numberText(latency_ms) })}
      </p>
      <Loaded query={query} failedTitle={t('deliveries.eventsFailed')} lines={3}>
        {({ events, is_complete }) => (
          <>
            <Recipients emails={events.map(({ email }) => email)} />
            {!is_complete && <p className="small mut">{t('deliveries.incomplete')}</p>}
            <Headers title={t('deliveries.requestHeaders')} headers={request_headers} />
            {events.length > 0 && <Text title={t('deliveries.body')} text={bodyText(events)} />}
          </>
        )}
      </Loaded>
      <Headers title={t('deliveries.responseHeaders')} headers={response_headers} />
      {response_start && <Text title={t('deliveries.response')} text={response_start} />}
    </section>
  );
}

/** Laid out for reading; it is posted without line breaks. */
function bodyText(events: readonly object[]): string {
  const text = JSON.stringify(events, null, 2);
  return text.length > maxBodyLength ? `${text.slice(0, maxBodyLength)}\n…` : text;
}

function Recipients({ emails }: { emails: readonly (string | undefined)[] }) {
  const t = useWords('email');
  const all = [...new Set(emails.filter((each) => each !== undefined))];
  if (all.length === 0) return null;
  const rest = all.length - maxRecipients;
  return (
    <>
      <h4>{t('deliveries.recipients')}</h4>
      <p>
        <Masked text={all.slice(0, maxRecipients).join(', ')} />
        {rest > 0 && ` ${t('deliveries.moreRecipients', { count: rest })}`}
      </p>
    </>
  );
}

function Headers({ title, headers }: { title: string; headers: EventDelivery['request_headers'] }) {
  if (headers === null || headers.length === 0) return null;
  return <Text title={title} text={headers.map(({ name, value }) => `${name}: ${value}`).join('\n')} />;
}

function Text({ title, text }: { title: string; text: string }) {
  return (
    <>
      <h4>{title}</h4>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it */}
      <pre className="mono" tabIndex={0}>
        <Masked text={text} />
      </pre>
    </>
  );
}
