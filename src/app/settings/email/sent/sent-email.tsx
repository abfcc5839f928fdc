/** One sent email: its status, events and their posts, and its content. */

import { getRouteApi, Link } from '@tanstack/react-router';
import { Download, Inbox, Send, Webhook } from 'lucide-react';
import type { OutboundEmailDetails } from '#api/email/outbound.ts';
import { emailSourceUrl, useSentEmail, useSentEmailAction } from '../../../client/email/sent-emails.ts';
import { useMay } from '../../../client/people/session.ts';
import { Button } from '../../../ui/button.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { Icon } from '../../../ui/marks/icon.tsx';
import { Masked } from '../../../ui/marks/masked.tsx';
import { Pill } from '../../../ui/marks/pill.tsx';
import { saidByToast } from '../../../ui/overlays/toast.ts';
import { Panel } from '../../../ui/panel.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { dateAndTime } from '../../../words/date-time.ts';
import { useWords } from '../../../words/use-words.ts';
import { useMayChange } from '../../permission-guard.tsx';
import { readSentEmailsSearch } from '../search-params.ts';
import { useEmailTarget } from '../use-email-target.ts';
import { EmailContent } from './email-content.tsx';
import { EmailEvents } from './email-events.tsx';
import { statusPills } from './status-pills.ts';

const route = getRouteApi('/shell/email/sent');

export function SentEmail({ sid }: { sid: string }) {
  const sent = useWords('sentEmail');
  const search = readSentEmailsSearch(route.useSearch());
  const mail = useSentEmail(useEmailTarget(), sid);
  const back = (
    <Link to="/email/sent" search={search} className={buttonClass()}>
      {sent('back')}
    </Link>
  );
  return (
    <section className="pile mail" aria-label={mail.data?.subject || sent('noSubject')}>
      <p className="back">{back}</p>
      <Loaded
        query={mail}
        failedTitle={sent('failedTitle')}
        lines={8}
        notFound={
          <EmptyState icon={Inbox} title={sent('notFoundTitle')} actions={back}>
            {sent('notFoundText')}
          </EmptyState>
        }
      >
        {(shown) => (
          <>
            <EmailStatus mail={shown} />
            <EmailEvents mail={shown} />
            <EmailContent mail={shown} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function EmailStatus({ mail }: { mail: OutboundEmailDetails }) {
  const sent = useWords('sentEmail');
  const target = useEmailTarget();
  const seesAll = useMay('contacts.unmasked');
  const facts = [
    ['from', mail.from],
    ['to', mail.to],
    ['sent', dateAndTime(mail.date_sent)],
    ['messageId', mail.sg_message_id],
    ['response', mail.response ?? ''],
  ] as const;
  return (
    <Panel
      title={mail.subject || sent('noSubject')}
      afterTitle={<Pill {...statusPills[mail.status]}>{sent(`status.${mail.status}`)}</Pill>}
      actions={
        <>
          <Actions sid={mail.sid} hasEvents={mail.events.length > 0} />
          {seesAll && (
            <a className={buttonClass()} href={emailSourceUrl(target, mail.sid)} download>
              <Icon of={Download} size={14} />
              {sent('download')}
            </a>
          )}
        </>
      }
    >
      <dl className="inside facts">
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{sent(`facts.${name}`)}</dt>
              <dd>
                <Masked text={value} />
              </dd>
            </div>
          ))}
        {mail.template && (
          <div>
            <dt>{sent('facts.template')}</dt>
            <dd>
              <Link to="/email/sent" search={{ template: mail.template.id }} className="link">
                {mail.template.name}
              </Link>
            </dd>
          </div>
        )}
        {mail.categories.length > 0 && (
          <div>
            <dt>{sent('facts.categories')}</dt>
            <dd className="actions">
              {mail.categories.map((category) => (
                <Link key={category} to="/email/sent" search={{ category }} className="link">
                  {category}
                </Link>
              ))}
            </dd>
          </div>
        )}
      </dl>
    </Panel>
  );
}

function Actions({ sid, hasEvents }: { sid: string; hasEvents: boolean }) {
  const t = useWords('email');
  const sent = useWords('sentEmail');
  const navigate = route.useNavigate();
  const mayChange = useMayChange();
  const update = useSentEmailAction(useEmailTarget(), sid);
  const failed = (message: string) => t('resendFailed', { message });
  if (!mayChange) return null;
  return (
    <>
      <Button
        icon={Send}
        isDisabled={update.isPending}
        onPress={() =>
          update.mutate('send', {
            ...saidByToast<OutboundEmailDetails>(null, failed),
            onSuccess: (again) =>
              void navigate({ to: '/email/sent/$sid', params: { sid: again.sid }, search: {} }),
          })
        }
      >
        {sent('sendAgain')}
      </Button>
      {hasEvents && (
        <Button
          icon={Webhook}
          isDisabled={update.isPending}
          onPress={() => update.mutate('post_events', saidByToast(sent('eventsPosted'), failed))}
        >
          {sent('postEvents')}
        </Button>
      )}
    </>
  );
}
