/** One event of the audit log: before and after, who and from where, and its place in the chain. */

import { Link } from '@tanstack/react-router';
import { ArrowRight, Check, ChevronDown, ChevronUp, Copy, X } from 'lucide-react';
import type { AuditEventDetail } from '#api/audit/operations.ts';
import type { Role } from '#api/people/roles.ts';
import { useAccountNames } from '../../client/people/accounts.ts';
import { useAuditEvent } from '../../client/people/audit.ts';
import { announce } from '../../shell/announce.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { copyText } from '../../ui/copy-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { Pill } from '../../ui/marks/pill.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { locale } from '../../words/locale.ts';
import { useWords } from '../../words/use-words.ts';
import { ActorMark, wayOf } from './event-list.tsx';
import { fieldText, numberOf, sentenceOf, shortHash, shortSid, valueText, whoOf } from './event-texts.ts';

type DetailProps = {
  sid: string;
  newer: string | undefined;
  older: string | undefined;
  onChoose(sid: string | undefined): void;
};

export function EventDetail({ sid, newer, older, onChoose }: DetailProps) {
  const t = useWords('audit');
  const query = useAuditEvent(sid);
  const event = query.data;
  const sentence = event && sentenceOf(event);
  return (
    <aside className="panel audit-detail" aria-label={t('detail')}>
      <header>
        {event && <ActorMark event={event} />}
        <h2 className="clip">
          {sentence ? capitalized(`${sentence.before}${sentence.object}${sentence.after}`) : t('detail')}
        </h2>
        <div className="end">
          <IconButton
            icon={ChevronUp}
            label={t('previous')}
            isDisabled={newer === undefined}
            onPress={() => onChoose(newer)}
          />
          <IconButton
            icon={ChevronDown}
            label={t('next')}
            isDisabled={older === undefined}
            onPress={() => onChoose(older)}
          />
          <IconButton icon={X} label={t('close')} onPress={() => onChoose(undefined)} />
        </div>
      </header>
      <Loaded query={query} failedTitle={t('detailFailed')}>
        {(loaded) => (
          <div className="inside stacked">
            <Changes event={loaded} />
            <WhoAndWhere event={loaded} />
            <Chain event={loaded} />
            <Actions event={loaded} />
          </div>
        )}
      </Loaded>
    </aside>
  );
}

function Changes({ event: { changes, reason } }: { event: AuditEventDetail }) {
  const t = useWords('audit');
  if (changes.length === 0 && reason === null) return null;
  return (
    <section>
      {changes.length > 0 && (
        <>
          <h3>{t('beforeAfter')}</h3>
          <table className="audit-changes">
            <thead>
              <tr>
                <th scope="col">
                  <span className="vh">{t('field')}</span>
                </th>
                <th scope="col">{t('before')}</th>
                <th scope="col">{t('after')}</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ field, before, after, is_secret }) => (
                <tr key={field}>
                  <th scope="row">{fieldText(field)}</th>
                  <td>{before !== null && <del>{valueText(field, before)}</del>}</td>
                  <td>
                    {is_secret ? (
                      <span className="mut">{t('neverShown')}</span>
                    ) : (
                      after && <ins>{valueText(field, after)}</ins>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      {reason !== null && (
        <p className="audit-reason">
          <b>{t('reason')}</b> {reason}
        </p>
      )}
    </section>
  );
}

function WhoAndWhere({ event }: { event: AuditEventDetail }) {
  const t = useWords('audit');
  const shell = useWords('shell');
  const accounts = useAccountNames();
  const who = whoOf(t, event);
  const { actor_role: role, object_sid: sid, object_name: name } = event;
  const facts: [label: string, value: string | null | undefined, code?: true][] = [
    [
      t('member'),
      role === null ? who : t('memberWithRole', { name: who, role: shell(`roles.${role as Role}`) }),
    ],
    [t('when'), instantText(event.date)],
    [t('by'), t(`ways.${wayOf(event)}`)],
    [t('inAccount'), accounts.get(event.account_sid ?? '')],
    [t('address'), event.address, true],
    [t('request'), event.request_id, true],
    [t('object'), sid === null ? name : name === null ? sid : `${shortSid(sid)} (${name})`, true],
  ];
  return (
    <section>
      <h3>{t('whoWhere')}</h3>
      <dl className="facts small">
        {facts.map(([label, value, isCode]) =>
          value === null || value === undefined ? null : (
            <div key={label}>
              <dt>{label}</dt>
              <dd className={isCode ? 'mono' : undefined}>{value}</dd>
            </div>
          ),
        )}
      </dl>
    </section>
  );
}

function Chain({ event }: { event: AuditEventDetail }) {
  const t = useWords('audit');
  const { sequence, hash, computed_hash: computed, previous, next } = event;
  const isWhole = hash !== null && hash === computed;
  const state =
    hash === null ? (
      <Pill>{t('pending')}</Pill>
    ) : isWhole ? (
      <Pill tone="live">
        <Icon of={Check} size={12} />
        {t('matches')}
      </Pill>
    ) : (
      <Pill tone="danger">
        <Icon of={X} size={12} />
        {t('differs')}
      </Pill>
    );
  return (
    <section>
      <h3>
        {t('chain')}
        <span className="end">{state}</span>
      </h3>
      <ol className="divided audit-chain">
        <li className={next === null ? 'open' : undefined}>
          <span className="n">{next === null ? '' : numberOf(next.sequence)}</span>
          <span className="grow">{next === null ? t('notWritten') : shortHash(next.hash)}</span>
          <span className="place">{t('nextLink')}</span>
        </li>
        <li className={`own${isWhole || hash === null ? '' : ' cut'}`}>
          <span className="n">{numberOf(sequence)}</span>
          <span className="grow">
            {hash === null
              ? t('notWritten')
              : isWhole
                ? shortHash(hash)
                : t('written', { hash: shortHash(hash) })}
          </span>
          <span className="place">{t('thisEvent')}</span>
        </li>
        {hash !== null && !isWhole && (
          <li className="own cut">
            <span className="n" />
            <span className="grow">{t('computed', { hash: shortHash(computed ?? '') })}</span>
            <span className="place danger">{t('different')}</span>
          </li>
        )}
        {hash !== null && (
          <li>
            <span className="n">{previous === null ? '' : numberOf(previous.sequence)}</span>
            <span className="grow">{previous === null ? t('start') : shortHash(previous.hash)}</span>
            <span className="place">{t('previousLink')}</span>
          </li>
        )}
      </ol>
    </section>
  );
}

function Actions({ event }: { event: AuditEventDetail }) {
  const t = useWords('audit');
  const { object_sid: object, object_name: name } = event;
  const copy = () =>
    void copyText(JSON.stringify(event, null, 2)).then(
      () => announce(t('copied')),
      () => announce(t('copyFailed')),
    );
  return (
    <div className="actions audit-actions">
      <Button icon={Copy} onPress={copy}>
        {t('copyJson')}
      </Button>
      {object !== null && (
        <Link to="/settings/audit" search={{ object }} className={buttonClass('ghost')}>
          <span className="clip">{t('showAll', { object: name ?? t('thisObject') })}</span>
          <Icon of={ArrowRight} size={14} />
        </Link>
      )}
    </div>
  );
}

const capitalized = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** To the millisecond. */
function instantText(date: string): string {
  return new Intl.DateTimeFormat(locale(), {
    ...({ day: 'numeric', month: 'short', year: 'numeric' } as const),
    ...({ hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 } as const),
  }).format(new Date(date));
}
