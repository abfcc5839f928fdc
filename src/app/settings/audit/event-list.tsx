/** Events of the audit log by day, newest first. Each is a link to its details. */

import { Link } from '@tanstack/react-router';
import { CircleQuestionMark, KeyRound, Monitor, Server, SquareTerminal, Waypoints } from 'lucide-react';
import { Fragment } from 'react';
import type { AuditEventResource } from '#api/audit/operations.ts';
import { Icon, type IconShape } from '../../ui/marks/icon.tsx';
import { PersonMark, personColour } from '../../ui/marks/person-mark.tsx';
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

type EventListProps = {
  events: readonly AuditEventResource[];
  search: AuditSearch;
  /** SID of the first event that is not whole. */
  broken: string | null;
};

export function EventList({ events, search, broken }: EventListProps) {
  const days = Map.groupBy(events, ({ date }) => new Date(date).toDateString());
  return [...days].map(([day, own]) => (
    <Fragment key={day}>
      <h2 className="audit-day">{dayText(own[0]?.date ?? '')}</h2>
      <ul>
        {own.map((event) => (
          <li key={event.sid}>
            <EventLink event={event} search={search} isBroken={event.sid === broken} />
          </li>
        ))}
      </ul>
    </Fragment>
  ));
}

function EventLink({
  event,
  search,
  isBroken,
}: {
  event: AuditEventResource;
  search: AuditSearch;
  isBroken: boolean;
}) {
  const t = useWords('audit');
  const { before, object, after } = sentenceOf(event);
  const isChosen = search.event === event.sid;
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
      </span>
      <span className="brief num clip">{briefOf(t, event)}</span>
      <span className="way" title={t(`ways.${event.by}`)}>
        <Icon of={wayIcons[event.by]} size={14} />
        <span className="vh">{t(`ways.${event.by}`)}</span>
      </span>
    </Link>
  );
}

/** People have their letters, what is no person a sign. */
export function ActorMark({ event: { by, actor_name, actor_sid } }: { event: AuditEventResource }) {
  if (by === 'session' && actor_name !== null) {
    return <PersonMark name={actor_name} colour={personColour(actor_sid ?? actor_name)} />;
  }
  return (
    <span className="actor-sign" aria-hidden="true">
      <Icon of={wayIcons[by]} size={12} />
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
