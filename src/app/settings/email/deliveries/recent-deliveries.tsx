/** The last deliveries to a webhook, a row each. */

import { Link } from '@tanstack/react-router';
import { useDeliveries, useDeliveryQueue } from '../../../client/email/deliveries.ts';
import { useNow } from '../../../ui/marks/use-now.ts';
import { useWords } from '../../../words/use-words.ts';
import { useEmailTarget } from '../use-email-target.ts';
import { DeliveryRow } from './delivery-row.tsx';
import './deliveries.css';

/** Lines that are shown here; all of them have a page of their own. */
const shown = 6;

export function RecentDeliveries({ webhook }: { webhook: string }) {
  const t = useWords('email');
  const target = useEmailTarget();
  const deliveries = useDeliveries(target, webhook, false);
  const queue = useDeliveryQueue(target, webhook).data;
  const now = useNow(1_000);
  const rows = deliveries.data?.pages[0]?.deliveries.slice(0, shown) ?? [];
  return (
    <section className="deliveries recent" aria-label={t('deliveries.recent')}>
      <h3>
        {t('deliveries.recent')}
        <Link to="/settings/email/deliveries" search={{ webhook }} className="end">
          {t('deliveries.all')}
        </Link>
      </h3>
      {deliveries.isError && rows.length === 0 && (
        <p className="bad small" role="alert">
          {`${t('deliveries.failedTitle')}. ${deliveries.error.message}`}
        </p>
      )}
      {deliveries.isSuccess && rows.length === 0 && <p className="small mut">{t('deliveries.none')}</p>}
      {rows.length > 0 && (
        <ul aria-label={t('deliveries.recent')}>
          {rows.map((delivery, index) => (
            <li key={delivery.id}>
              <DeliveryRow delivery={delivery} retry={index === 0 ? (queue?.failures ?? 0) : 0} now={now} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
