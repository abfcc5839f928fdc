/** The checks of a host name, and a test email to its URL. */

import { CircleAlert, CircleCheck, CircleHelp, Send } from 'lucide-react';
import type { InboundChecklist } from '#api/email/inbound.ts';
import { useInboundChecklist, useSendTestEmail } from '../../../client/email/inbound-emails.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Icon } from '../../../ui/marks/icon.tsx';
import { useNow } from '../../../ui/marks/use-now.ts';
import { saidByToast } from '../../../ui/overlays/toast.ts';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { useWords } from '../../../words/use-words.ts';
import { useEmailTarget } from '../use-email-target.ts';
import { ReceivedEmail } from './received-email.tsx';

type Check = InboundChecklist['checks'][number];

const icons = { passed: CircleCheck, failed: CircleAlert, unknown: CircleHelp } as const;

export function Checklist({ hostname }: { hostname: string }) {
  const t = useWords('email');
  const target = useEmailTarget();
  const checklist = useInboundChecklist(target, hostname);
  const sendTest = useSendTestEmail(target);
  const now = useNow(1_000);
  return (
    <div className="checklist below">
      <Loaded query={checklist} failedTitle={t('inbound.checkFailed')} lines={4}>
        {({ checks, recent_mails: mails }) => (
          <>
            <ul aria-label={t('inbound.checksOf', { hostname })}>
              {checks.map((check) => (
                <CheckLine key={check.name} check={check} />
              ))}
            </ul>
            {mails.length > 0 && (
              <ul aria-label={t('inbound.recentOf', { hostname })}>
                {mails.map((mail) => (
                  <li key={mail.id}>
                    <ReceivedEmail mail={mail} now={now} />
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
      <div className="actions">
        <Button
          icon={Send}
          isBusy={sendTest.isPending}
          onPress={() =>
            sendTest.mutate(
              hostname,
              saidByToast(t('inbound.testSent', { hostname }), (message) =>
                t('inbound.testFailed', { message }),
              ),
            )
          }
        >
          {t('inbound.test')}
        </Button>
        <Button onPress={() => void checklist.refetch()} isBusy={checklist.isFetching}>
          {t('inbound.checkAgain')}
        </Button>
      </div>
    </div>
  );
}

function CheckLine({ check: { name, state, text, record } }: { check: Check }) {
  const t = useWords('email');
  return (
    <li className={state}>
      <Icon of={icons[state]} size={16} />
      <span className="grow">
        <b>{t(`inbound.checks.${name}`)}</b> <span className="mut small">{t(`inbound.states.${state}`)}</span>
        <span className="small sec">{text}</span>
        {record && <RecordFields record={record} />}
      </span>
    </li>
  );
}

/** The TXT record to publish, with buttons that copy its name and value. */
function RecordFields({ record: { name, value } }: { record: NonNullable<Check['record']> }) {
  const t = useWords('email');
  return (
    <dl className="record small">
      <div>
        <dt>{t('inbound.recordName')}</dt>
        <dd className="mono">{name}</dd>
        <CopyButton text={name} label={t('inbound.copyRecordName')} />
      </div>
      <div>
        <dt>{t('inbound.recordValue')}</dt>
        <dd className="mono">{value}</dd>
        <CopyButton text={value} label={t('inbound.copyRecordValue')} />
      </div>
    </dl>
  );
}
