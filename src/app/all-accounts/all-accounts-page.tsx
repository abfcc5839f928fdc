/** Flows, executions and failing webhooks of all accounts in which one has a role. */

import '../words/chunks/list-words.ts';
import '../words/chunks/people-words.ts';
import { getRouteApi } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { usePageTitle } from '../shell/page-title.ts';
import { TopBar } from '../shell/top-bar.tsx';
import { SearchField } from '../ui/forms/search-field.tsx';
import { Select } from '../ui/forms/select.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { useSlashFocus } from '../ui/use-slash-focus.ts';
import { useWords } from '../words/use-words.ts';
import './all-accounts.css';
import { ExecutionsView } from './executions-view.tsx';
import { FlowsView } from './flows-view.tsx';
import type { AllAccountsSearch } from './search-params.ts';
import { WebhooksView } from './webhooks-view.tsx';

const route = getRouteApi('/shell/all-accounts');

const statuses = { flows: ['published', 'draft'], executions: ['active', 'ended'], webhooks: [] } as const;

export function AllAccountsPage() {
  const t = useWords('allAccounts');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { view = 'flows', account, q, status } = search;
  usePageTitle(t('title'));
  const change = (next: Partial<AllAccountsSearch>) =>
    void navigate({ search: { ...search, ...next }, replace: true });
  const filters = (
    <search className="all-accounts-filters" aria-label={t('filters')}>
      <Search
        key={`account ${account}`}
        label={t('findAccount')}
        isFirst
        text={account}
        onSearch={(account) => change({ account })}
      />
      {view === 'flows' && (
        <Search key={`flow ${q}`} label={t('findFlow')} text={q} onSearch={(q) => change({ q })} />
      )}
      {view !== 'webhooks' && (
        <Select
          label={t('status')}
          hideLabel
          size="sm"
          value={statuses[view].find((each) => each === status) ?? ''}
          onChange={(chosen) => change({ status: chosen === '' ? undefined : chosen })}
          options={[
            { value: '', label: t('anyStatus') },
            ...statuses[view].map((value) => ({ value, label: t(value) })),
          ]}
        />
      )}
    </search>
  );
  return (
    <div className="page all-accounts">
      <TopBar title={t('title')} afterTitle={<span className="small mut not-on-phone">{t('lead')}</span>} />
      <Tabs
        label={t('views')}
        selected={view}
        onSelect={(chosen) =>
          change({ view: chosen === 'flows' ? undefined : chosen, status: undefined, q: undefined })
        }
        tabs={[
          {
            id: 'flows',
            label: t('flows'),
            content: (
              <>
                {filters}
                <FlowsView
                  account={account}
                  name={q}
                  status={statuses.flows.find((each) => each === status)}
                />
              </>
            ),
          },
          {
            id: 'executions',
            label: t('executions'),
            content: (
              <>
                {filters}
                <ExecutionsView
                  account={account}
                  status={statuses.executions.find((each) => each === status)}
                />
              </>
            ),
          },
          {
            id: 'webhooks',
            label: t('webhooks'),
            content: (
              <>
                {filters}
                <WebhooksView account={account} />
              </>
            ),
          },
        ]}
      />
    </div>
  );
}

type SearchProps = {
  label: string;
  text: string | undefined;
  isFirst?: true;
  onSearch(text: string | undefined): void;
};

/** Searches when Enter is pressed, or the box is emptied. */
function Search({ label, text = '', isFirst, onSearch }: SearchProps) {
  const [value, setValue] = useState(text);
  const box = useRef<HTMLInputElement>(null);
  const none = useRef<HTMLInputElement>(null);
  useSlashFocus(isFirst ? box : none);
  return (
    <SearchField
      label={label}
      size="sm"
      {...(isFirst && { shortcut: '/' })}
      inputRef={box}
      value={value}
      onChange={(next) => {
        setValue(next);
        if (next === '' && text !== '') onSearch(undefined);
      }}
      onSubmit={(next) => onSearch(next.trim() === '' ? undefined : next.trim())}
    />
  );
}
