/** The filters of the list over all flows: status, search, the form, and a chip for each filter that is set. */

import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ListFilter, X } from 'lucide-react';
import { useState } from 'react';
import { fetchExecutionAlone } from '../../client/executions/executions.ts';
import { useFlowSummaries } from '../../client/flows.ts';
import { useMay } from '../../client/people/session.ts';
import { isNotFound } from '../../client/request.ts';
import { Button } from '../../ui/button.tsx';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { SegmentedControl } from '../../ui/forms/segmented-control.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Popover } from '../../ui/overlays/popover.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { calendarDay } from '../../words/date-time.ts';
import { useWords } from '../../words/use-words.ts';
import type { AccountSearch } from '../search-params.ts';
import { type ChipFilter, chipFilters } from './filter.ts';
import { FilterForm } from './filter-form.tsx';
import '../../ui/forms/filter-chip.css';

const route = getRouteApi('/shell/executions');

/** `widget`: the present name of the widget that is filtered by, where it is known: a saved filter may have an earlier one. */
export function FilterBar({ widget }: { widget: string | null }) {
  const t = useWords('accountExecutions');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const flows = useFlowSummaries().data;
  /** A change of the filters begins at the newest page. */
  const change = (next: AccountSearch) => {
    const { page: _, ...rest } = next;
    void navigate({ search: rest });
  };
  const wordsOf = (name: ChipFilter): string => {
    const value = String(search[name]);
    if (name === 'flow') return flows?.find(({ sid }) => sid === value)?.friendly_name ?? t('unknownFlow');
    if (name === 'from' || name === 'to') return calendarDay(value);
    if (name === 'widget') return widget ?? value;
    return name === 'error' && value === 'any' ? t('anyError') : value;
  };
  const chips = chipFilters.filter((name) => search[name] !== undefined);
  const { show } = search;
  return (
    <div className="account-filters">
      <SegmentedControl<'all' | 'active' | 'ended'>
        label={t('status')}
        look="pills"
        value={show ?? 'all'}
        onChange={(value) => change({ ...search, show: value === 'all' ? undefined : value })}
        segments={[
          { value: 'all', label: t('all') },
          { value: 'active', label: t('active') },
          { value: 'ended', label: t('ended') },
        ]}
      />
      <ContactSearch key={search.contact ?? ''} search={search} onChange={change} />
      <Popover label={t('filtersTitle')} trigger={<Button icon={ListFilter}>{t('filters')}</Button>}>
        {(close) => (
          <FilterForm
            search={search}
            onApply={(next) => {
              close();
              change(next);
            }}
          />
        )}
      </Popover>
      {chips.map((name) => {
        const text = `${t(`filter.${name}`)}: ${wordsOf(name)}`;
        return (
          <span className="filter-chip" key={name}>
            <span className="clip">{text}</span>
            <IconButton
              icon={X}
              label={t('remove', { filter: text })}
              onPress={() => change({ ...search, [name]: undefined })}
            />
          </span>
        );
      })}
      {chips.length > 1 && (
        <Button kind="ghost" onPress={() => change(show === undefined ? {} : { show })}>
          {t('clear')}
        </Button>
      )}
    </div>
  );
}

type ContactSearchProps = { search: AccountSearch; onChange(search: AccountSearch): void };

/** A SID opens its execution; anything else is a contact's whole address. */
function ContactSearch({ search, onChange }: ContactSearchProps) {
  const t = useWords('accountExecutions');
  const cache = useQueryClient();
  const navigate = route.useNavigate();
  const seesAll = useMay('contacts.unmasked');
  const [text, setText] = useState(search.contact ?? '');
  const submit = async (value: string) => {
    const wanted = value.trim();
    if (!/^FN[0-9a-fA-F]{32}$/.test(wanted)) {
      // By a guess one could find out whose number is masked, so the server refuses it.
      if (!seesAll && wanted !== '') {
        toast({ message: t('searchBySid') });
        return;
      }
      onChange({ ...search, contact: wanted === '' ? undefined : wanted });
      return;
    }
    try {
      const { sid, flow_sid } = await fetchExecutionAlone(cache, wanted);
      await navigate({
        to: '/flows/$sid/executions/$executionSid',
        params: { sid: flow_sid, executionSid: sid },
      });
    } catch (failure) {
      toast({
        message: isNotFound(failure) || !(failure instanceof Error) ? t('notFound') : failure.message,
      });
    }
  };
  return (
    <div className="find">
      <SearchField
        label={t(seesAll ? 'search' : 'searchSid')}
        value={text}
        onChange={(value) => {
          setText(value);
          if (value === '' && search.contact !== undefined) onChange({ ...search, contact: undefined });
        }}
        onSubmit={(value) => void submit(value)}
      />
    </div>
  );
}
