/** One delivery to a webhook: response status, event kinds, latency or next retry, time. */

import type { EventDelivery } from '#api/email/deliveries.ts';
import { dateAndTime, duration, timeOfDay } from '../../../words/date-time.ts';
import { numberText } from '../../../words/locale.ts';
import { useWords } from '../../../words/use-words.ts';

type DeliveryRowProps = {
  delivery: EventDelivery;
  /** Which retry comes next; 0 where it is not known. */
  retry: number;
  /** Epoch ms. */
  now: number;
};

export function DeliveryRow({ delivery, retry, now }: DeliveryRowProps) {
  const t = useWords('email');
  const { status, response_status, kinds, latency_ms, date_made, is_test } = delivery;
  const isDelivered = status === 'delivered';
  return (
    <>
      <span className={isDelivered ? 'code num' : 'code num bad'}>
        {response_status ?? t('deliveries.noResponse')}
      </span>
      <span className="mono grow clip">
        {is_test && <span className="tag">{t('deliveries.test')}</span>} {kindsText(kinds)}
      </span>
      {isDelivered ? (
        <span className="num mut">{t('deliveries.latency', { ms: numberText(latency_ms) })}</span>
      ) : (
        <span className="num bad">
          <FailureStatus delivery={delivery} retry={retry} now={now} />
        </span>
      )}
      <time className="num mut" dateTime={date_made} title={dateAndTime(date_made)}>
        {timeOfDay(date_made)}
      </time>
    </>
  );
}

/** The status of a delivery that did not succeed. */
function FailureStatus({ delivery: { status, date_next }, retry, now }: DeliveryRowProps) {
  const t = useWords('email');
  if (status === 'given_up') return t('deliveries.failed');
  const left = date_next === null ? 0 : new Date(date_next).getTime() - now;
  if (status !== 'retrying' || left <= 0) return t('deliveries.rejected');
  const time = duration(left);
  return retry > 0 ? t('deliveries.retryNumber', { number: retry, time }) : t('deliveries.retry', { time });
}

/** `delivered`, or `delivered 3, open` where there were several. */
function kindsText(kinds: EventDelivery['kinds']): string {
  return Object.entries(kinds)
    .map(([kind, count]) => (count === 1 ? kind : `${kind} ${count}`))
    .join(', ');
}
