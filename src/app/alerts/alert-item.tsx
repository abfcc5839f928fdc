/** One alert: what is not well since when, who has it, and what can be done about it. */

import { Link } from '@tanstack/react-router';
import { BellOff, BellRing, Check, CircleAlert, SlidersHorizontal, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { type AlertKind, kindsOfServer } from '#api/alerts/kinds.ts';
import type { AlertResource } from '#api/alerts/schemas.ts';
import { type AlertChange, useUpdateAlert } from '../client/alerts.ts';
import { useMay } from '../client/people/session.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Icon } from '../ui/marks/icon.tsx';
import { useNow } from '../ui/marks/use-now.ts';
import { Menu } from '../ui/overlays/menu.tsx';
import { saidByToast } from '../ui/overlays/toast.ts';
import { clockTime, duration, shortDateAndTime, shortDateAndTimeInSentence } from '../words/date-time.ts';
import { useWords } from '../words/use-words.ts';
import { kindIcons } from './kind-icons.ts';
import { SilenceDialog } from './silence-dialog.tsx';

const grave: readonly AlertKind[] = ['no-starts', 'failures', 'disk', 'clock'];

export function AlertItem({ alert, onRule }: { alert: AlertResource; onRule(key: string): void }) {
  const t = useWords('alerts');
  const now = useNow(30_000);
  const isEnded = alert.state === 'history';
  const isGrave = grave.includes(alert.kind);
  const until = alert.date_ended === null ? now : Date.parse(alert.date_ended);
  const lasted = duration(Math.max(0, until - Date.parse(alert.date_opened)));
  return (
    <li className="alert-item">
      <span className={isEnded ? 'alert-icon' : isGrave ? 'alert-icon red' : 'alert-icon warn'}>
        <Icon of={isEnded ? Check : isGrave ? CircleAlert : TriangleAlert} />
      </span>
      <div className="alert-text">
        <h2>{t(`kind.${alert.kind}`)}</h2>
        <p>
          <Sentence alert={alert} now={now} />
        </p>
      </div>
      <div className="alert-subject">
        <Subject alert={alert} />
        <State alert={alert} now={now} />
      </div>
      <div className="alert-since num">
        <b>{shortDateAndTime(alert.date_opened, now)}</b>
        <small>{t(isEnded ? 'lasted' : 'lasts', { duration: lasted })}</small>
      </div>
      <div className="alert-actions">
        {!isEnded && <Actions alert={alert} now={now} />}
        <IconButton
          icon={SlidersHorizontal}
          label={`${t('openRule')}: ${t(`kind.${alert.kind}`)}`}
          onPress={() => onRule(ruleOf(alert))}
        />
      </div>
    </li>
  );
}

/** That of the flow, where it shows how that is started. */
const ruleOf = ({ kind, flow_sid: flow }: AlertResource) =>
  kind === 'no-starts' && flow !== null ? `${kind}.${flow}` : kind;

function Sentence({ alert: { kind, facts }, now }: { alert: AlertResource; now: number }) {
  const t = useWords('alerts');
  const [count, usual] = [facts.count ?? 0, facts.usual ?? 0];
  const since = facts.since === null ? '' : shortDateAndTimeInSentence(facts.since, now);
  if (kind === 'no-starts') return t('text.no-starts', { usual });
  if (kind === 'failures') return t('text.failures', { count, of: facts.of ?? 0, usual });
  if (kind === 'overdue') return t('text.overdue', { count, since });
  if (kind === 'webhook-failing') return t('text.webhook-failing', { since });
  if (kind === 'domain-records') return t('text.domain-records', { since });
  if (kind === 'dead-jobs') return t('text.dead-jobs', { count });
  if (kind === 'certificate') return t('text.certificate', { end: since });
  if (kind === 'clock') return t('text.clock', { count });
  return t('text.disk', { percent: facts.percent ?? 0 });
}

function Subject({ alert: { kind, flow_sid: sid, facts } }: { alert: AlertResource }) {
  const t = useWords('alerts');
  const name = facts.name ?? t(kindsOfServer.includes(kind) ? 'server' : 'account');
  return (
    <span className="row">
      <Icon of={kindIcons[kind]} size={14} />
      {sid === null ? (
        <span className="clip">{name}</span>
      ) : (
        <Link className="clip" to="/flows/$sid/executions" params={{ sid }}>
          {name}
        </Link>
      )}
    </span>
  );
}

function State({ alert, now }: { alert: AlertResource; now: number }) {
  const t = useWords('alerts');
  const { is_silenced: isSilenced, date_silenced_until: until, acknowledged_by: by } = alert;
  if (isSilenced)
    return (
      <small>
        {until === null
          ? t('silencedUntilWell')
          : t('silencedUntil', { when: shortDateAndTimeInSentence(until, now) })}
      </small>
    );
  if (alert.date_acknowledged === null) return <small className="mut">{t('notAcknowledged')}</small>;
  return <small>{by === null ? t('acknowledged') : t('acknowledgedBy', { name: by })}</small>;
}

/** Minutes until 08:00 of the next day. */
function minutesUntilMorning(): number {
  const morning = new Date();
  morning.setDate(morning.getDate() + 1);
  morning.setHours(8, 0, 0, 0);
  return Math.ceil((morning.getTime() - Date.now()) / 60_000);
}

const silences = [
  ['hour', () => 60],
  ['morning', minutesUntilMorning],
  ['week', () => 7 * 24 * 60],
  ['well', () => undefined],
] as const;

/** When it ends, where the label does not say so. */
function hintOf(id: (typeof silences)[number][0], now: number): { hint?: string } {
  if (id === 'hour') return { hint: clockTime(now + 3_600_000) };
  return id === 'week' ? { hint: shortDateAndTime(now + 7 * 86_400_000, now) } : {};
}

function Actions({ alert, now }: { alert: AlertResource; now: number }) {
  const t = useWords('alerts');
  const update = useUpdateAlert();
  const [isDateAsked, setDateAsked] = useState(false);
  if (!useMay('alerts.write')) return null;
  const name = alert.facts.name ?? t(`kind.${alert.kind}`);
  const act = (form: AlertChange, note: string) =>
    update.mutate(
      { sid: alert.sid, form },
      saidByToast(note, (message) => t('updateFailed', { message })),
    );
  const silence = (Minutes: number | undefined) =>
    act({ Action: 'silence', ...(Minutes !== undefined && { Minutes }) }, t('silencedNote'));
  return (
    <>
      {alert.date_acknowledged === null && !alert.is_silenced && (
        <Button
          icon={Check}
          aria-label={`${t('acknowledge')}: ${name}`}
          isBusy={update.isPending}
          onPress={() => act({ Action: 'acknowledge' }, t('acknowledgedNote'))}
        >
          {t('acknowledge')}
        </Button>
      )}
      {alert.is_silenced ? (
        <Button icon={BellRing} onPress={() => act({ Action: 'unsilence' }, t('unsilencedNote'))}>
          {t('unsilence')}
        </Button>
      ) : (
        <Menu
          label={`${t('silence')}: ${name}`}
          placement="bottom end"
          trigger={<Button icon={BellOff}>{t('silence')}</Button>}
          items={[
            ...silences.map(([id, minutes]) => ({
              id,
              label: t(`silenceFor.${id}`),
              ...hintOf(id, now),
              onAction: () => silence(minutes()),
            })),
            { id: 'date', label: t('silenceFor.date'), onAction: () => setDateAsked(true) },
          ]}
        />
      )}
      {isDateAsked && <SilenceDialog onClose={() => setDateAsked(false)} onSilence={silence} />}
    </>
  );
}
