/** The keys with what they may do and when they were last used. */

import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { KeyRound, Pencil, Trash2 } from 'lucide-react';
import type { Key, ListedKey } from '#api/email/keys.ts';
import { deleteKey, keysKey, useKeys, useScopesOf } from '../../../client/email/keys.ts';
import { useWaiting } from '../../../client/later.ts';
import { useNow } from '../../../device/use-now.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Table } from '../../../ui/table.tsx';
import { ago } from '../../../words/time.ts';
import { useWords } from '../../../words/use-words.ts';
import { removeWithUndo } from '../remove-with-undo.ts';
import { useStanding } from '../use-standing.ts';
import './keys.css';

/** Letters of scopes that the column has room for. */
const room = 28;

const removalKey = (id: string) => `revoke key ${id}`;

type KeyTableProps = {
  /** How many at most; all where it is left out. */
  most?: number;
  /** With buttons that edit and revoke. */
  canChange?: boolean;
};

export function KeyTable({ most, canChange = false }: KeyTableProps) {
  const t = useWords('email');
  const standing = useStanding();
  const keys = useKeys(standing);
  const waiting = useWaiting();
  const now = useNow(60_000);
  const rows = (keys.data ?? []).filter((each) => !waiting.has(removalKey(each.api_key_id))).slice(0, most);
  const custom = rows.filter(({ usage }) => usage?.access === 'custom');
  const scopes = useScopesOf(
    standing,
    custom.map((each) => each.api_key_id),
  );
  if (keys.isPending) return <Skeleton lines={4} />;
  if (keys.isError) {
    return (
      <ErrorState title={t('keys.failedTitle')} onRetry={() => void keys.refetch()}>
        {keys.error.message}
      </ErrorState>
    );
  }
  if (rows.length === 0) {
    return (
      <EmptyState icon={KeyRound} title={t('keys.emptyTitle')}>
        {t('keys.emptyText')}
      </EmptyState>
    );
  }
  const columns = [
    { id: 'name', title: t('keys.name'), className: 'key-name' },
    { id: 'scopes', title: t('keys.scopes') },
    { id: 'used', title: t('keys.lastUsed'), align: 'right', className: 'key-used' },
    ...(canChange ? [{ id: 'acts', title: t('keys.actions'), hidden: true, className: 'key-acts' }] : []),
  ] as const;
  return (
    <Table label={t('keys.title')} columns={columns} className="keys">
      {rows.map((each) => (
        <tr key={each.api_key_id}>
          <td className="clip">
            <Link to="/settings/email/keys/$id" params={{ id: each.api_key_id }} className="name">
              {each.name}
            </Link>
          </td>
          <td>
            <Access listed={each} scopes={scopes.get(each.api_key_id)} />
          </td>
          <td className={each.usage?.last_used_at ? 'right sec' : 'right mut'}>
            {each.usage?.last_used_at ? ago(each.usage.last_used_at, now) : t('keys.never')}
          </td>
          {canChange && (
            <td className="right">
              <KeyActions listed={each} />
            </td>
          )}
        </tr>
      ))}
    </Table>
  );
}

function Access({ listed, scopes }: { listed: ListedKey; scopes: Key['scopes'] | undefined }) {
  const t = useWords('email');
  const access = listed.usage?.access;
  if (access !== 'custom') return <span className="sec">{access && t(`keys.access.${access}`)}</span>;
  const both = scopes?.slice(0, 2) ?? [];
  const shown = both.join('').length > room ? both.slice(0, 1) : both;
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
  const cache = useQueryClient();
  const standing = useStanding();
  const revoke = () =>
    removeWithUndo({
      cache,
      key: removalKey(id),
      about: keysKey(standing),
      send: () => deleteKey(standing, id),
      said: t('keys.revoked', { name }),
    });
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
