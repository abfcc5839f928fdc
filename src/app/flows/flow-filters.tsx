/** Which flows are shown, with how many there are of each, and in which order. */

import { getRouteApi } from '@tanstack/react-router';
import { ArrowDownWideNarrow } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { SegmentedControl } from '../ui/forms/segmented-control.tsx';
import { Menu } from '../ui/overlays/menu.tsx';
import { useWords } from '../words/use-words.ts';
import { isShown, type Row } from './rows.ts';
import { type FlowFilter, type FlowSort, flowSorts } from './search-params.ts';

const route = getRouteApi('/shell/flows');
const sortLabels = {
  updated: 'sortUpdated',
  name: 'sortName',
  active: 'sortActive',
} as const satisfies Record<FlowSort, string>;

/** `rows` are those that the search found. */
export function FlowFilters({ rows }: { rows: readonly Row[] }) {
  const t = useWords('flows');
  const { show = 'all', sort = 'updated' } = route.useSearch();
  const navigate = route.useNavigate();
  const count = (each: FlowFilter) => rows.filter((row) => isShown(row, each)).length;
  const set = <Key extends 'show' | 'sort'>(key: Key, value: string, usual: string) =>
    void navigate({
      search: ({ [key]: _, ...rest }) => ({ ...rest, ...(value !== usual && { [key]: value }) }),
      replace: true,
    });
  return (
    <div className="filter-row">
      <SegmentedControl<FlowFilter>
        label={t('filter')}
        look="pills"
        value={show}
        onChange={(value) => set('show', value, 'all')}
        segments={[
          { value: 'all', label: t('all') },
          { value: 'draft', label: t('draft'), count: count('draft') },
          { value: 'published', label: t('published'), count: count('published') },
          { value: 'changed', label: t('changed'), count: count('changed') },
          { value: 'errors', label: t('withErrors'), count: count('errors') },
        ]}
      />
      <span className="grow" />
      <Menu
        label={t('sort')}
        placement="bottom end"
        trigger={
          <Button kind="ghost" icon={ArrowDownWideNarrow}>
            <span className="sort-word">{t(sortLabels[sort])}</span>
          </Button>
        }
        items={flowSorts.map((each) => ({
          id: each,
          label: t(sortLabels[each]),
          isChosen: each === sort,
          onAction: () => set('sort', each, 'updated'),
        }))}
      />
    </div>
  );
}
