/** The filters of the history, which are part of the address. */

import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { ListFilter } from 'lucide-react';
import type { HistoryEntry, RevisionSource } from '#api/flows/history.ts';
import { revisionSources } from '#api/flows/revision-sources.ts';
import type { FlowStatus } from '#api/flows/schemas.ts';
import type { HistoryFilters } from '../client/history.ts';
import { Button } from '../ui/button.tsx';
import { SearchField } from '../ui/forms/search-field.tsx';
import { Select } from '../ui/forms/select.tsx';
import { TextField } from '../ui/forms/text-field.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Popover } from '../ui/overlays/popover.tsx';
import { useWords } from '../words/use-words.ts';
import { authorId, useAuthorName } from './author.ts';
import { type HistorySearch, readFilters } from './search-params.ts';
import './history-filters.css';

const route = getRouteApi('/shell/flows/$sid/history');

const any = 'any';
const sourceLabels = {
  page: 'page',
  api: 'api',
  cli: 'cli',
  import: 'import',
  restore: 'restoreSource',
  'roll-back': 'rollBackSource',
  scheduled: 'scheduled',
  approved: 'approved',
} as const satisfies Record<RevisionSource, string>;

/** Sets filters in the address; undefined takes one out. */
export function useSetFilters(): (changed: { [Name in keyof HistoryFilters]: string | undefined }) => void {
  const navigate = useNavigate();
  const { sid } = route.useParams();
  const search = route.useSearch();
  return (changed) => {
    const { status, author, source, q, from, to, ...shown } = search;
    const next: HistorySearch = {
      ...shown,
      ...readFilters({ ...{ status, author, source, q, from, to }, ...changed }),
    };
    void navigate({ to: '/flows/$sid/history', params: { sid }, search: next, replace: true });
  };
}

/** Takes all filters out of the address. */
export const noFilters = {
  status: undefined,
  author: undefined,
  source: undefined,
  q: undefined,
  from: undefined,
  to: undefined,
};

/** `entries` are those that are loaded: their authors can be chosen. */
export function HistoryFilterButton({ entries }: { entries: readonly HistoryEntry[] }) {
  const t = useWords('history');
  const search = route.useSearch();
  const count = Object.keys(readFilters(search)).length;
  const set = useSetFilters();
  const { status = any, author = any, source = any, q = '', from = '', to = '' } = search;
  const chosen = (value: string) => (value === any || value === '' ? undefined : value);
  return (
    <Popover
      label={t('filters')}
      placement="bottom end"
      trigger={<IconButton icon={ListFilter} label={t('filters')} isOn={count > 0} />}
    >
      <div className="history-filters">
        <SearchField label={t('search')} value={q} onChange={(value) => set({ q: chosen(value) })} />
        <Select<FlowStatus | typeof any>
          label={t('status')}
          value={status}
          onChange={(value) => set({ status: chosen(value) })}
          options={[
            { value: any, label: t('anyStatus') },
            { value: 'published', label: t('published') },
            { value: 'draft', label: t('draft') },
          ]}
        />
        <Select
          label={t('author')}
          value={author}
          onChange={(value) => set({ author: chosen(value) })}
          options={[{ value: any, label: t('anyAuthor') }, ...useAuthorOptions(entries, search.author)]}
        />
        <Select<RevisionSource | typeof any>
          label={t('source')}
          value={source}
          onChange={(value) => set({ source: chosen(value) })}
          options={[
            { value: any, label: t('anySource') },
            ...revisionSources.map((value) => ({ value, label: t(sourceLabels[value]) })),
          ]}
        />
        <div className="days">
          <TextField
            label={t('from')}
            type="date"
            value={from}
            onChange={(value) => set({ from: chosen(value) })}
            error={from !== '' && to !== '' && to < from ? t('rangeReversed') : undefined}
          />
          <TextField
            label={t('to')}
            type="date"
            value={to}
            onChange={(value) => set({ to: chosen(value) })}
          />
        </div>
        {count > 0 && <Button onPress={() => set(noFilters)}>{t('clearFilters')}</Button>}
      </div>
    </Popover>
  );
}

/** Each author once; the chosen one also where none of the entries is theirs. */
function useAuthorOptions(
  entries: readonly HistoryEntry[],
  chosen: string | undefined,
): { value: string; label: string }[] {
  const t = useWords('history');
  const nameOf = useAuthorName();
  const names = new Map(
    entries.flatMap((entry) => {
      const id = authorId(entry);
      return id === null ? [] : [[id, nameOf(entry)] as const];
    }),
  );
  if (chosen !== undefined && !names.has(chosen)) {
    const end = chosen.slice(-4);
    names.set(chosen, t(chosen.startsWith('SK') ? 'key' : 'user', { end }));
  }
  return [...names].map(([value, label]) => ({ value, label }));
}
