/** The test carrier: a phone with which somebody plays a contact, against the real service. */

import { Link } from '@tanstack/react-router';
import { Phone, Send } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { CallResource, MessageResource } from '#api/messaging/operations.ts';
import { useAddresses } from '../../client/numbers.ts';
import {
  useSendTestMessage,
  useStartTestCall,
  useTestPhone,
  useUpdateTestCall,
} from '../../client/test-carrier.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { timeOfDay } from '../../words/time.ts';
import { useWords } from '../../words/use-words.ts';
import { SectionHeader } from '../section-header.tsx';
import './test-carrier.css';

/** Numbers of the range that is reserved for tests. */
const firstContact = '+15005550001';

export function TestCarrierPage() {
  const t = useWords('numbers');
  const addresses = useAddresses().data?.pages.flatMap((page) => page.addresses) ?? [];
  const [contact, setContact] = useState(firstContact);
  const [typed, setAddress] = useState<string | null>(null);
  const address = typed ?? addresses[0]?.address ?? '';
  const from = contact.trim();
  const to = address.trim();
  return (
    <div className="narrow numbers">
      <SectionHeader title={t('phone.title')} lead={t('phone.lead')} />
      <div className="phone-sides">
        <TextField
          label={t('phone.contact')}
          value={contact}
          onChange={setContact}
          help={t('phone.contactHelp')}
        />
        <TextField
          label={t('phone.address')}
          value={address}
          onChange={setAddress}
          help={t('phone.addressHelp')}
        />
      </div>
      <TestPhoneView key={from} contact={from} address={to} />
      <Link to="/settings/numbers" className="link">
        {t('phone.back')}
      </Link>
    </div>
  );
}

function TestPhoneView({ contact, address }: { contact: string; address: string }) {
  const t = useWords('numbers');
  const phone = useTestPhone(contact);
  const send = useSendTestMessage();
  const call = useStartTestCall();
  const [text, setText] = useState('');
  const isReady = contact !== '' && address !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady || text.trim() === '') return;
    send.mutate({ From: contact, To: address, Body: text }, { onSuccess: () => setText('') });
  };
  const failure = send.error ?? call.error;
  const history = phone.data ?? [];
  return (
    <section className="panel test-phone" aria-label={t('phone.of', { contact })}>
      {phone.isError && <ErrorState title={t('phone.failedTitle')} onRetry={() => void phone.refetch()} />}
      {history.length === 0 && <p className="inside mut">{t('phone.empty')}</p>}
      <ol aria-label={t('phone.history')}>
        {history.map((each) =>
          each.kind === 'message' ? (
            <Bubble key={each.resource.sid} message={each.resource} />
          ) : (
            <CallRow key={each.resource.sid} call={each.resource} contact={contact} />
          ),
        )}
      </ol>
      {call.data?.markup && (
        <details className="inside">
          <summary>{t('phone.markup')}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
          <pre tabIndex={0}>{call.data.markup}</pre>
        </details>
      )}
      {failure !== null && (
        <p className="inside failed" role="alert">
          {t('phone.sendFailed', { message: failure.message })}
        </p>
      )}
      <form onSubmit={submit} className="inside">
        <TextField
          label={t('phone.text')}
          hideLabel
          placeholder={t('phone.text')}
          value={text}
          onChange={setText}
        />
        <Button icon={Send} type="submit" kind="primary" isBusy={send.isPending} isDisabled={!isReady}>
          {t('phone.send')}
        </Button>
        <Button
          icon={Phone}
          isBusy={call.isPending}
          isDisabled={!isReady}
          onPress={() => call.mutate({ From: contact, To: address })}
        >
          {t('phone.call')}
        </Button>
      </form>
    </section>
  );
}

function Bubble({ message }: { message: MessageResource }) {
  const t = useWords('numbers');
  const isOwn = message.direction === 'inbound';
  return (
    <li className={isOwn ? 'own' : ''}>
      <span className="vh">{t(isOwn ? 'phone.youWrote' : 'phone.flowWrote')}</span>
      <p>{message.body}</p>
      <small>
        {timeOfDay(message.date_created)} {isOwn ? '' : message.status}
      </small>
    </li>
  );
}

function CallRow({ call, contact }: { call: CallResource; contact: string }) {
  const t = useWords('numbers');
  const update = useUpdateTestCall(contact);
  const isRinging = call.status === 'queued' || call.status === 'ringing';
  const set = (status: 'in-progress' | 'completed' | 'busy' | 'no-answer', label: string) => (
    <Button onPress={() => update.mutate({ sid: call.sid, status })} isDisabled={update.isPending}>
      {label}
    </Button>
  );
  return (
    <li className={call.direction === 'inbound' ? 'call own' : 'call'}>
      <span className="grow">
        {t(call.direction === 'inbound' ? 'phone.youCalled' : 'phone.flowCalls')} {call.status}{' '}
        <small className="mut">{timeOfDay(call.date_created)}</small>
      </span>
      {isRinging && set('in-progress', t('phone.answer'))}
      {isRinging && set('busy', t('phone.busy'))}
      {isRinging && set('no-answer', t('phone.noAnswer'))}
      {call.status === 'in-progress' && set('completed', t('phone.hangUp'))}
    </li>
  );
}
