/** The audit log of the account: who changed or saw what, and whether its chain is whole. */

import '../../words/chunks/audit-words.ts';
import { getRouteApi } from '@tanstack/react-router';
import { Braces, ChevronDown, Download, History, Radio, SearchX, Table2 } from 'lucide-react';
import { auditedObjects } from '#api/operation/audit.ts';
import {
  type AuditFilter,
  auditExportUrl,
  useAuditEvents,
  useAuditVerification,
} from '../../client/people/audit.ts';
import { useSession } from '../../client/people/session.ts';
import { Button } from '../../ui/button.tsx';
import { QueryList } from '../../ui/display/query-list.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { useWords } from '../../words/use-words.ts';
import { SeeingNeeds } from '../permission-guard.tsx';
import { SectionHeader } from '../section-header.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { BrokenNote, ChainPill, HeadNote } from './chain-state.tsx';
import { EventDetail } from './event-detail.tsx';
import { EventList } from './event-list.tsx';
import { type AuditSearch, readAuditSearch } from './search-params.ts';
import './audit.css';

const route = getRouteApi('/shell/settings/audit');

export function AuditPage() {
  return (
    <div className="audit">
      <SeeingNeeds permission="audit.read">
        <AuditLog />
      </SeeingNeeds>
    </div>
  );
}

function AuditLog() {
  const t = useWords('audit');
  const search = readAuditSearch(route.useSearch() as Record<string, unknown>);
  const navigate = route.useNavigate();
  const filter = filterOf(search);
  const session = useSession().data;
  const list = useAuditEvents(filter);
  const verification = useAuditVerification();
  const events = list.data ?? [];
  const { event, ...filters } = search;
  const at = events.findIndex(({ sid }) => sid === event);
  const choose = (sid: string | undefined) =>
    void navigate({ search: sid === undefined ? filters : { ...filters, event: sid }, replace: true });
  const download = (kind: 'csv' | 'lines') => location.assign(auditExportUrl(kind, filter));
  // A file is of one chain.
  const only = search.below === true ? { hint: session?.friendly_name ?? '' } : {};
  const kept = verification.data?.kept_days;
  return (
    <>
      <div className="with-actions">
        <SectionHeader
          title={t('title')}
          lead={kept === undefined ? t('leadOpen') : t('lead', { count: kept })}
        />
        <ChainPill verification={verification} />
        <Button isBusy={verification.isFetching} onPress={() => void verification.refetch()}>
          {t(verification.data === undefined ? 'verify' : 'verifyAgain')}
        </Button>
        <Menu
          label={t('export')}
          placement="bottom end"
          trigger={
            <Button icon={Download} iconAfter={ChevronDown}>
              {t('export')}
            </Button>
          }
          items={[
            { id: 'csv', label: t('exportCsv'), ...only, icon: Table2, onAction: () => download('csv') },
            {
              id: 'lines',
              label: t('exportLines'),
              ...only,
              icon: Braces,
              onAction: () => download('lines'),
            },
            {
              ...{ id: 'sink', label: t('toSink'), icon: Radio, separated: true },
              onAction: () => void navigate({ to: '/settings/events' }),
            },
          ]}
        />
      </div>
      <AuditFilters search={search} onChange={(next) => void navigate({ search: next })} />
      <BrokenNote verification={verification.data} onShow={choose} />
      <div className={event === undefined ? undefined : 'panel-columns audit-columns'}>
        <section className="panel" aria-label={t('list')} aria-busy={list.isFetching}>
          <QueryList
            list={list}
            count={events.length}
            failedTitle={t('failedTitle')}
            empty={<Empty filtered={Object.keys(filters).length > 0} />}
            lines={8}
          >
            <EventList
              events={events}
              filter={filter}
              search={search}
              broken={new Set(verification.data?.breaks.map(({ sid }) => sid))}
            />
          </QueryList>
        </section>
        {event !== undefined && (
          <EventDetail
            key={event}
            sid={event}
            newer={at > 0 ? events[at - 1]?.sid : undefined}
            older={at >= 0 ? events[at + 1]?.sid : undefined}
            onChoose={choose}
          />
        )}
      </div>
      <HeadNote verification={verification.data} />
    </>
  );
}

function Empty({ filtered }: { filtered: boolean }) {
  const t = useWords('audit');
  return filtered ? (
    <EmptyState icon={SearchX} title={t('noMatchTitle')}>
      {t('noMatchText')}
    </EmptyState>
  ) : (
    <EmptyState icon={History} title={t('emptyTitle')}>
      {t('emptyText')}
    </EmptyState>
  );
}

/** Days are those of the person who looks. */
function filterOf({ q, who, what, by, object, below, from, to }: AuditSearch): AuditFilter {
  const kind = auditedObjects.find((each) => each === what);
  const startOf = (day: string, later = 0) => {
    const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
    return new Date(year, month - 1, date + later).toISOString();
  };
  return {
    ...(q !== undefined && q.trim().length >= 2 && { Search: q.trim() }),
    ...(who !== undefined && { Actor: who }),
    ...(kind !== undefined && { Object: kind }),
    ...(by !== undefined && { By: by }),
    ...(object !== undefined && { ObjectSid: object }),
    ...(below === true && { Below: true }),
    ...(from !== undefined && { DateFrom: startOf(from) }),
    ...(to !== undefined && { DateTo: startOf(to, 1) }),
  };
}
