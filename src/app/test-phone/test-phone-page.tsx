/** The test phone: its user plays a contact, against the real service. */

import '../words/chunks/settings-words.ts';
import { Link } from '@tanstack/react-router';
import { Phone, Send, Smartphone } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { CallResource, MessageResource } from '#api/messaging/operations.ts';
import { useFlowSummaries } from '../client/flows.ts';
import { useAddressChoices, useAssignAddress } from '../client/numbers.ts';
import {
  freeTestNumber,
  useSendTestMessage,
  useStartTestCall,
  useTestPhone,
  useUpdateTestCall,
} from '../client/test-carrier.ts';
import { SeeingNeeds } from '../settings/permission-guard.tsx';
import { usePageTitle } from '../shell/page-title.ts';
import { Button } from '../ui/button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { Select } from '../ui/forms/select.tsx';
import { TextField } from '../ui/forms/text-field.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { ErrorState } from '../ui/states/error-state.tsx';
import { lateComponent } from '../ui/states/late-component.tsx';
import { LatePart } from '../ui/states/late-part.tsx';
import { Skeleton } from '../ui/states/skeleton.tsx';
import { timeOfDay } from '../words/date-time.ts';
import { useWords } from '../words/use-words.ts';
import '../ui/panel.css';
import './test-phone.css';

/** Loaded with the first call. */
const CallScreen = lateComponent(async () => (await import('./call-screen.tsx')).CallScreen);

/** Numbers of the range that is reserved for tests. */
const firstContact = '+15005550001';

/** A published flow at one of its test numbers; `number` is null until it has one. */
type Line = { id: string; flow: string; name: string; number: string | null };

export function TestPhonePage() {
  const t = useWords('numbers');
  usePageTitle(t('phone.title'));
  return (
    <div className="page test-phone-page">
      <header>
        <h1>{t('phone.title')}</h1>
        <p>{t('phone.lead')}</p>
      </header>
      <SeeingNeeds permission="messages.write">
        <TestPhone />
      </SeeingNeeds>
    </div>
  );
}

function TestPhone() {
  const t = useWords('numbers');
  const flows = useFlowSummaries();
  const addresses = useAddressChoices();
  const [contact, setContact] = useState(firstContact);
  const [chosen, setChosen] = useState<string | null>(null);
  const failed = [flows, addresses].find(({ isError, data }) => isError && data === undefined);
  if (failed !== undefined) {
    return <ErrorState title={t('addressesFailed')} onRetry={() => void failed.refetch()} />;
  }
  if (flows.data === undefined || addresses.data === undefined) return <Skeleton lines={4} />;
  const lines = flows.data
    .filter(({ state }) => state !== 'draft')
    .flatMap(({ sid: flow, friendly_name: name }): Line[] => {
      const own = addresses.data.filter(
        ({ flow_sid, carrier_sid }) => flow_sid === flow && carrier_sid === null,
      );
      if (own.length === 0) return [{ id: flow, flow, name, number: null }];
      return own.map(({ address }) => ({ id: `${flow} ${address}`, flow, name, number: address }));
    });
  // The number of a flow that just got one.
  const ofFlow = (id: string) => lines.find(({ flow }) => flow === id.split(' ')[0]);
  const line =
    chosen === null
      ? (lines.find(({ number }) => number !== null) ?? lines[0])
      : (lines.find(({ id }) => id === chosen) ?? ofFlow(chosen));
  if (line === undefined) {
    return (
      <EmptyState
        icon={Smartphone}
        title={t('phone.noFlowTitle')}
        actions={
          <Link to="/flows" className={buttonClass('primary')}>
            {t('phone.toFlows')}
          </Link>
        }
      >
        {t('phone.noFlowText')}
      </EmptyState>
    );
  }
  const from = contact.trim();
  const isOneOfSeveral = (id: string) =>
    lines.some((each) => each.id !== id && each.flow === id.split(' ')[0]);
  return (
    <>
      <div className="phone-sides">
        <Select
          label={t('phone.flow')}
          options={lines.map(({ id, name, number }) => ({
            value: id,
            // Most flows have one number, which is said below.
            label: isOneOfSeveral(id) && number !== null ? t('phone.flowAt', { name, number }) : name,
          }))}
          value={line.id}
          onChange={setChosen}
          help={
            line.number === null ? t('phone.newNumberHelp') : t('phone.flowHelp', { number: line.number })
          }
        />
        <TextField
          label={t('phone.contact')}
          value={contact}
          onChange={setContact}
          help={t('phone.contactHelp')}
        />
      </div>
      <TestPhoneView
        key={from}
        contact={from}
        line={line}
        taken={addresses.data.map(({ address }) => address)}
        onDialed={() => setChosen(line.id)}
      />
    </>
  );
}

type TestPhoneViewProps = {
  contact: string;
  line: Line;
  taken: readonly string[];
  /** This flow stays the chosen one, also when another one gets a number. */
  onDialed(): void;
};

function TestPhoneView({ contact, line, taken, onDialed }: TestPhoneViewProps) {
  const t = useWords('numbers');
  const phone = useTestPhone(contact);
  const assign = useAssignAddress();
  const send = useSendTestMessage();
  const call = useStartTestCall();
  const [text, setText] = useState('');
  const [current, setCurrent] = useState<CallResource | null>(null);
  const isReady = contact !== '';
  const isBusy = assign.isPending || send.isPending || call.isPending;
  const dial = (use: (number: string) => void) => {
    onDialed();
    if (line.number !== null) return use(line.number);
    const form = { Address: freeTestNumber([...taken, contact]), FlowSid: line.flow };
    assign.mutate(form, { onSuccess: ({ address }) => use(address) });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady || isBusy || text.trim() === '') return;
    dial((To) => send.mutate({ From: contact, To, Body: text }, { onSuccess: () => setText('') }));
  };
  const failure = assign.error ?? send.error ?? call.error;
  const history = phone.data ?? [];
  return (
    <section className="panel test-phone" aria-label={t('phone.of', { contact })}>
      <div className="phone-exchange">
        {phone.isError && <ErrorState title={t('phone.failedTitle')} onRetry={() => void phone.refetch()} />}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
        <div className="log" role="log" aria-label={t('phone.history')} tabIndex={0}>
          {history.length === 0 && <p className="mut">{t('phone.empty')}</p>}
          <ol>
            {history.map((each) =>
              each.kind === 'message' ? (
                <Bubble key={each.resource.sid} message={each.resource} />
              ) : (
                <CallRow
                  key={each.resource.sid}
                  call={each.resource}
                  contact={contact}
                  onAnswered={setCurrent}
                />
              ),
            )}
          </ol>
        </div>
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
            onPress={() => {
              if (!isBusy) dial((To) => call.mutate({ From: contact, To }, { onSuccess: setCurrent }));
            }}
          >
            {t('phone.call')}
          </Button>
        </form>
      </div>
      {current?.markup && (
        <LatePart part={current.sid}>
          <CallScreen
            key={current.sid}
            call={current}
            contact={contact}
            hasEnded={history.some(({ resource }) => resource.sid === current.sid && isOver(resource.status))}
            onClose={() => setCurrent(null)}
          />
        </LatePart>
      )}
    </section>
  );
}

const isOver = (status: string) => status === 'completed' || status === 'failed' || status === 'canceled';

function Bubble({ message }: { message: MessageResource }) {
  const t = useWords('numbers');
  const isOwn = message.direction === 'inbound';
  return (
    <li className={isOwn ? 'own' : ''}>
      <span className="vh">{t(isOwn ? 'phone.youWrote' : 'phone.flowWrote')}</span>
      <p>{message.body}</p>
      <small>
        {timeOfDay(message.date_created)} {isOwn ? '' : t(`phone.status.${message.status}`)}
      </small>
    </li>
  );
}

type CallRowProps = { call: CallResource; contact: string; onAnswered(call: CallResource): void };

function CallRow({ call, contact, onAnswered }: CallRowProps) {
  const t = useWords('numbers');
  const update = useUpdateTestCall(contact);
  const isRinging = call.status === 'queued' || call.status === 'ringing';
  const set = (status: 'in-progress' | 'completed' | 'busy' | 'no-answer', label: string) => (
    <Button
      onPress={() =>
        update.mutate(
          { sid: call.sid, status },
          { onSuccess: (answered) => status === 'in-progress' && onAnswered(answered) },
        )
      }
      isDisabled={update.isPending}
    >
      {label}
    </Button>
  );
  const status = t(`phone.status.${call.status}`);
  return (
    <li className={call.direction === 'inbound' ? 'call own' : 'call'}>
      <span className="grow">
        {t(call.direction === 'inbound' ? 'phone.youCalled' : 'phone.flowCalls', { status })}{' '}
        <small>{timeOfDay(call.date_created)}</small>
      </span>
      {isRinging && set('in-progress', t('phone.answer'))}
      {isRinging && set('busy', t('phone.busy'))}
      {isRinging && set('no-answer', t('phone.noAnswer'))}
      {call.status === 'in-progress' && set('completed', t('phone.hangUp'))}
    </li>
  );
}
