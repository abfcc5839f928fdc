/** The keys with what they may do and when they were last used. */

import { Link } from '@tanstack/react-router';
import { KeyRound, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Key, ListedKey } from '#api/email/keys.ts';
import { deleteKey, keysKey, useKeys, useScopesOf } from '../../../client/email/api-keys.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { QueryList } from '../../../ui/display/query-list.tsx';
import { Table } from '../../../ui/display/table.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Icon } from '../../../ui/marks/icon.tsx';
import { Pill } from '../../../ui/marks/pill.tsx';
import { RelativeTime } from '../../../ui/marks/relative-time.tsx';
import { useNow } from '../../../ui/marks/use-now.ts';
import { toastDurationMs } from '../../../ui/overlays/toast.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { useWords } from '../../../words/use-words.ts';
import { useEmailTarget } from '../use-email-target.ts';
import { useRemoval } from '../use-removal.ts';
import './keys.css';
import { isUnused, unusedDays } from './unused-keys.ts';

/** Characters of scopes that fit in the column. */
const maxScopeLetters = 28;

const removable = { kind: 'key', list: keysKey, send: deleteKey };

type KeyTableProps = {
  /** How many at most; all where it is left out. */
  most?: number;
  /** With buttons that edit and revoke. */
  canChange?: boolean;
};

export function KeyTable({ most, canChange = false }: KeyTableProps) {
  const t = useWords('email');
  const target = useEmailTarget();
  const keys = useKeys(target);
  const { isRemoved } = useRemoval(removable);
  const rows = (keys.data ?? []).filter((each) => !isRemoved(each.api_key_id)).slice(0, most);
  const custom = rows.filter(({ usage }) => usage?.access === 'custom');
  const scopes = useScopesOf(
    target,
    custom.map((each) => each.api_key_id),
  );
  const columns = [
    { id: 'name', title: t('keys.name'), className: 'key-name' },
    { id: 'scopes', title: t('keys.scopes'), className: 'roomy' },
    { id: 'used', title: t('keys.lastUsed'), align: 'right', className: 'key-used' },
    ...(canChange ? [{ id: 'acts', title: t('actions'), hidden: true, className: 'key-acts' }] : []),
  ] as const;
  return (
    <QueryList
      list={keys}
      count={rows.length}
      failedTitle={t('keys.failedTitle')}
      empty={
        <EmptyState
          icon={KeyRound}
          title={t('keys.emptyTitle')}
          actions={
            <Link to="/settings/email/keys/new" className={buttonClass()}>
              {t('keys.create')}
            </Link>
          }
        >
          {t('keys.emptyText')}
        </EmptyState>
      }
      lines={4}
    >
      <Table label={t('keys.title')} columns={columns} className="keys">
        {rows.map((each) => (
          <KeyRow key={each.api_key_id} listed={each} scopes={scopes.get(each.api_key_id)}>
            {canChange && (
              <td className="right">
                <KeyActions listed={each} />
              </td>
            )}
          </KeyRow>
        ))}
      </Table>
    </QueryList>
  );
}

type KeyProps = { listed: ListedKey; scopes: Key['scopes'] | undefined };

/** `children` are the cells after those of the key itself. */
function KeyRow({ listed, scopes, children }: KeyProps & { children: ReactNode }) {
  const t = useWords('email');
  const used = listed.usage?.last_used_at;
  const now = useNow(60_000);
  return (
    <tr>
      <td className="clip">
        <Link to="/settings/email/keys/$id" params={{ id: listed.api_key_id }} className="name">
          {listed.name}
        </Link>
        <div className="brief">
          <Access listed={listed} scopes={scopes} />
        </div>
      </td>
      <td className="roomy">
        <Access listed={listed} scopes={scopes} />
      </td>
      <td className={used ? 'right sec' : 'right mut'}>
        {used ? <RelativeTime at={used} /> : t('keys.never')}
        {isUnused(listed, now) && <Pill tone="warn">{t('keys.unused', { days: unusedDays })}</Pill>}
      </td>
      {children}
    </tr>
  );
}

/** How many keys nothing uses, where there are some. */
export function UnusedKeys() {
  const t = useWords('email');
  const now = useNow(60_000);
  const { isRemoved } = useRemoval(removable);
  const keys = useKeys(useEmailTarget()).data ?? [];
  const unused = keys.filter((key) => isUnused(key, now) && !isRemoved(key.api_key_id));
  if (unused.length === 0) return null;
  const names = unused
    .slice(0, 3)
    .map(({ name }) => name)
    .join(', ');
  return (
    <p className="inside small sec" role="status">
      {t('keys.unusedText', { count: unused.length, days: unusedDays, names })}
    </p>
  );
}

function Access({ listed, scopes }: KeyProps) {
  const t = useWords('email');
  const access = listed.usage?.access;
  if (access !== 'custom') return <span className="sec">{access && t(`keys.access.${access}`)}</span>;
  const both = scopes?.slice(0, 2) ?? [];
  const shown = both.join('').length > maxScopeLetters ? both.slice(0, 1) : both;
  const rest = (scopes?.length ?? 0) - shown.length;
  return (
    <span className="scopes">
      {shown.map((scope) => (
        <span key={scope} className="scope clip">
          {scope}
        </span>
      ))}
      {rest > 0 && (
        <span className="scope">
          <span aria-hidden>{t('keys.more', { count: rest })}</span>
          <span className="vh">{t('keys.moreScopes', { count: rest })}</span>
        </span>
      )}
    </span>
  );
}

function KeyActions({ listed: { api_key_id: id, name } }: { listed: ListedKey }) {
  const t = useWords('email');
  const { remove } = useRemoval(removable);
  const revoke = () =>
    remove([id], t('keys.revoking', { name, seconds: toastDurationMs / 1000 }), t('keys.revokeNow'));
  return (
    <span className="key-buttons">
      <Link
        to="/settings/email/keys/$id"
        params={{ id }}
        className={`${buttonClass('ghost')} ico`}
        aria-label={t('keys.edit', { name })}
      >
        <Icon of={Pencil} />
      </Link>
      <IconButton icon={Trash2} label={t('keys.revoke', { name })} onPress={revoke} />
    </span>
  );
}
