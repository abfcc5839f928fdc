/** One received email: sender, subject, size and delivery status. Its content is not shown. */

import type { ReactNode } from 'react';
import type { InboundEmail } from '#api/email/inbound.ts';
import { Masked } from '../../../ui/marks/masked.tsx';
import { Pill, type PillProps } from '../../../ui/marks/pill.tsx';
import { duration, shortDateAndTime } from '../../../words/date-time.ts';
import { fileSize } from '../../../words/file-size.ts';
import { useWords } from '../../../words/use-words.ts';

export const statusPills: Record<InboundEmail['status'], Pick<PillProps, 'tone' | 'mark'>> = {
  waiting: { tone: 'warn', mark: 'ring' },
  posted: { tone: 'live', mark: 'dot' },
  dead: { tone: 'danger', mark: 'ring' },
};

/** `now` is epoch ms; `children` are what can be done with it. */
export function ReceivedEmail({
  mail,
  now,
  children,
}: {
  mail: InboundEmail;
  now: number;
  children?: ReactNode;
}) {
  const t = useWords('email');
  const { status, sender, subject, recipients, size, last_attempt: last, date_received, attempts } = mail;
  const next = last?.date_next ? new Date(last.date_next).getTime() - now : 0;
  return (
    <>
      <span className="grow">
        <span className="row">
          <Pill {...statusPills[status]}>{t(`inbound.status.${status}`)}</Pill>
          <span>
            <Masked text={sender || t('inbound.noSender')} />
          </span>
        </span>
        {subject && (
          <b>
            <Masked text={subject} />
          </b>
        )}
        <span className="small sec">
          {t('inbound.facts', { to: recipients.join(', '), size: fileSize(size), count: attempts })}
        </span>
        {last !== null && status !== 'posted' && (
          <span className="small bad">
            {[last.response_status, last.problem].filter((each) => each !== null).join(' ')}
            {status === 'waiting' && next > 0 && ` · ${t('deliveries.retry', { time: duration(next) })}`}
          </span>
        )}
      </span>
      <time className="num mut small" dateTime={date_received}>
        {shortDateAndTime(date_received, now)}
      </time>
      {children}
    </>
  );
}
