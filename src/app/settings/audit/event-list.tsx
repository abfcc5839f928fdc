/** Events of the audit log by day, newest first. Each is a link to its details. */

import { Link } from '@tanstack/react-router';
import { CircleQuestionMark, KeyRound, Monitor, Server, SquareTerminal, Waypoints } from 'lucide-react';
import { Fragment } from 'react';
import type { AuditEventResource } from '#api/audit/operations.ts';
import { useAccountNames } from '../../client/people/accounts.ts';
import { type AuditFilter, useAuditCounts } from '../../client/people/audit.ts';
import { useSession } from '../../client/people/session.ts';
import { Avatar } from '../../people/avatar.tsx';
import { Icon, type IconShape } from '../../ui/marks/icon.tsx';
import { locale } from '../../words/locale.ts';
import { useWords } from '../../words/use-words.ts';
import { briefOf, sentenceOf, whoOf } from './event-texts.ts';
import type { AuditSearch } from './search-params.ts';

const wayIcons: Record<AuditEventResource['by'], IconShape> = {
  session: Monitor,
  token: KeyRound,
  key: KeyRound,
  rule: Waypoints,
  operator: SquareTerminal,
  server: Server,
  nobody: CircleQuestionMark,
};

/** Who can write to the database may have written another one. */
export const wayOf = ({ by }: AuditEventResource) => (Object.hasOwn(wayIcons, by) ? by : 'nobody');

/** As much as one request counts: a day without events after each is one more. */
const maxDays = 45;
const maxMs = 99 * 86_400_000;

type EventListProps = {
  events: readonly AuditEventResource[];
  filter: AuditFilter;
  search: AuditSearch;
  /** SIDs of events that are not whole. */
  broken: ReadonlySet<string | null>;
};

export function EventList({ events, filter, search, broken }: EventListProps) {
  const t = useWords('audit');
  const days = Map.groupBy(events, ({ date }) => startOfDay(date));
  const accounts = useAccountNames();
  const here = useSession().data?.account_sid;
  const counts = useDayCounts(filter, [...days.keys()]);
  return [...days].map(([day, own]) => (
    <Fragment key={day}>
      <h2 className="audit-day">
        {dayText(own[0]?.date ?? '')}
        {counts.has(day) && <span className="small sec">{t('events', { count: counts.get(day) ?? 0 })}</span>}
      </h2>
      <ul>
        {own.map((event) => (
          <li key={event.sid}>
            <EventLink
              event={event}
              search={search}
              isBroken={broken.has(event.sid)}
              account={event.account_sid === here ? undefined : accounts.get(event.account_sid ?? '')}
            />
          </li>
        ))}
      </ul>
    </Fragment>
  ));
}

/** When the day of a time begins for the person who looks, or the one after it. */
function startOfDay(date: string, later = 0): string {
  const day = new Date(date);
  const start = new Date(day.getFullYear(), day.getMonth(), day.getDate() + later);
  return start.toISOString().replace('.000Z', 'Z');
}

/** How many events the shown days have in all, by their starts. Of many days the newest are counted. */
function useDayCounts(filter: AuditFilter, shown: readonly string[]): ReadonlyMap<string, number> {
  const days = shown.slice(0, maxDays).filter((day) => Date.parse(shown[0] ?? '') - Date.parse(day) < maxMs);
  // Days without an event in between end where the next one begins that has some.
  const ends = days.flatMap((day) => [day, startOfDay(day, 1)]);
  const starts = [...new Set(ends)].sort();
  const counts = useAuditCounts(filter, starts);
  return new Map(counts.data?.map(({ date_start, events }) => [date_start.replace('.000Z', 'Z'), events]));
}

function EventLink({
  event,
  search,
  isBroken,
  account,
}: {
  event: AuditEventResource;
  search: AuditSearch;
  isBroken: boolean;
  /** The name of one below that of the session. */
  account: string | undefined;
}) {
  const t = useWords('audit');
  const { before, object, after } = sentenceOf(event);
  const isChosen = search.event === event.sid;
  const way = wayOf(event);
  return (
    <Link
      to="/settings/audit"
      search={{ ...search, event: event.sid }}
      replace
      resetScroll={false}
      className={`audit-event${isChosen ? ' on' : ''}${isBroken ? ' broken' : ''}`}
      aria-current={isChosen ? 'true' : undefined}
    >
      <time dateTime={event.date}>{clockText(event.date)}</time>
      <ActorMark event={event} />
      <span className="clip">
        <b>{whoOf(t, event)}</b> {before}
        {object !== '' && <em>{object}</em>}
        {after}
        {account !== undefined && <span className="hint"> {account}</span>}
      </span>
      <span className="brief num clip">{briefOf(t, event)}</span>
      <span className="way" title={t(`ways.${way}`)}>
        <Icon of={wayIcons[way]} size={14} />
        <span className="vh">{t(`ways.${way}`)}</span>
      </span>
    </Link>
  );
}

/** People have their letters, what is no person a sign. */
export function ActorMark({ event }: { event: AuditEventResource }) {
  const { by, actor_name, actor_sid } = event;
  if (by === 'session' && actor_name !== null) {
    return <Avatar sid={actor_sid} name={actor_name} />;
  }
  return (
    <span className="person icon" aria-hidden="true">
      <Icon of={wayIcons[wayOf(event)]} size={12} />
    </span>
  );
}

function dayText(date: string): string {
  return new Intl.DateTimeFormat(locale(), { weekday: 'long', day: 'numeric', month: 'long' }).format(
    new Date(date),
  );
}

function clockText(date: string): string {
  return new Intl.DateTimeFormat(locale(), { hour: '2-digit', minute: '2-digit' }).format(new Date(date));
}
