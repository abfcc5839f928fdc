/** The filters of the audit log. */

import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { type AuditedObject, auditedObjects } from '#api/operation/audit.ts';
import { useAccountKeys } from '../../client/people/account-keys.ts';
import { useSubaccounts } from '../../client/people/accounts.ts';
import { useMembers } from '../../client/people/people.ts';
import { useSession } from '../../client/people/session.ts';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { Select } from '../../ui/forms/select.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useSlashFocus } from '../../ui/use-slash-focus.ts';
import { useWords } from '../../words/use-words.ts';
import { DaysFilter } from '../days-filter.tsx';
import { shortSid } from './event-texts.ts';
import { type ActorKind, type AuditSearch, actorKinds } from './search-params.ts';
import '../../ui/forms/filter-chip.css';

const all = '';

type FiltersProps = { search: AuditSearch; onChange(next: AuditSearch): void };

export function AuditFilters({ search, onChange }: FiltersProps) {
  const t = useWords('audit');
  const { event: _, ...filters } = search;
  /** Another filter may not find the chosen event. */
  const change = (next: Partial<AuditSearch>) => onChange({ ...filters, ...next });
  const only = search.object === undefined ? null : t('objectFilter', { object: shortSid(search.object) });
  return (
    <div className="filter-bar">
      <Search key={search.q ?? ''} text={search.q ?? ''} onSearch={(q) => change({ q })} />
      <Who chosen={search.who} onChange={(who) => change({ who })} />
      <Select<AuditedObject | typeof all>
        label={t('what')}
        size="sm"
        value={auditedObjects.find((each) => each === search.what) ?? all}
        onChange={(what) => change({ what: what === all ? undefined : what })}
        options={[
          { value: all, label: t('anything') },
          ...auditedObjects.map((value) => ({ value, label: t(`objects.${value}`) })),
        ]}
      />
      <Select<ActorKind | typeof all>
        label={t('by')}
        size="sm"
        value={search.by ?? all}
        onChange={(by) => change({ by: by === all ? undefined : by })}
        options={[
          { value: all, label: t('anyWay') },
          ...actorKinds.map((value) => ({ value, label: t(`ways.${value}`) })),
        ]}
      />
      <Accounts isBelow={search.below === true} onChange={(below) => change({ below })} />
      {only !== null && (
        <span className="filter-chip">
          <span className="clip">{only}</span>
          <IconButton
            icon={X}
            label={t('removeFilter', { filter: only })}
            onPress={() => change({ object: undefined })}
          />
        </span>
      )}
      <DaysFilter
        label={t('days')}
        anyTime={t('anyTime')}
        lastDays={(count) => t('lastDays', { count })}
        days={search}
        onChange={change}
      />
    </div>
  );
}

/** Only where there are accounts below this one. */
function Accounts({ isBelow, onChange }: { isBelow: boolean; onChange(below: true | undefined): void }) {
  const t = useWords('audit');
  const account = useSession().data;
  const isUpper = (useSubaccounts().data ?? []).some(({ parent_sid }) => parent_sid === account?.account_sid);
  if (!isUpper && !isBelow) return null;
  return (
    <Select<'own' | 'below'>
      label={t('inAccount')}
      size="sm"
      value={isBelow ? 'below' : 'own'}
      onChange={(chosen) => onChange(chosen === 'below' ? true : undefined)}
      options={[
        { value: 'own', label: account?.friendly_name ?? '' },
        { value: 'below', label: t('withBelow', { account: account?.friendly_name ?? '' }) },
      ]}
    />
  );
}

/** Searches when Enter is pressed, or the box is emptied. */
function Search({ text, onSearch }: { text: string; onSearch(q: string | undefined): void }) {
  const t = useWords('audit');
  const [value, setValue] = useState(text);
  const box = useRef<HTMLInputElement>(null);
  useSlashFocus(box);
  return (
    <SearchField
      label={t('search')}
      size="sm"
      shortcut="/"
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

function Who({ chosen, onChange }: { chosen: string | undefined; onChange(who: string | undefined): void }) {
  const t = useWords('audit');
  const members = useMembers().data ?? [];
  const keys = useAccountKeys().data ?? [];
  const account = useSession().data?.account_sid ?? '';
  const options = [
    { value: all, label: t('anyone') },
    ...members.map(({ sid, name }) => ({ value: sid, label: name })),
    ...keys.map(({ sid, friendly_name }) => ({ value: sid, label: friendly_name })),
    { value: account, label: t('account') },
  ];
  // Who has left, or a key that was revoked.
  const isKnown = chosen === undefined || options.some(({ value }) => value === chosen);
  return (
    <Select
      label={t('who')}
      size="sm"
      value={chosen ?? all}
      onChange={(who) => onChange(who === all ? undefined : who)}
      options={isKnown ? options : [...options, { value: chosen, label: shortSid(chosen) }]}
    />
  );
}
