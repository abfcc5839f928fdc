/** Personal tokens: one's own, and for who may change members those of all. */

import '../../words/chunks/account-words.ts';
import '../../words/chunks/people-words.ts';
import { getRouteApi } from '@tanstack/react-router';
import { CircleUser, KeySquare, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { TokenResource } from '#api/accounts/token-operations.ts';
import { mayGive } from '#api/people/roles.ts';
import { useMay, useSession } from '../../client/people/session.ts';
import { useDeleteToken, useTokens } from '../../client/people/tokens.ts';
import { RoleChip } from '../../people/role-chip.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Pill } from '../../ui/marks/pill.tsx';
import { RelativeTime } from '../../ui/marks/relative-time.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { dateAndTime } from '../../words/date-time.ts';
import { useWords } from '../../words/use-words.ts';
import '../people/people-settings.css';
import { readTokensSearch } from '../people/search-params.ts';
import { ResourceList } from '../resource-list.tsx';
import { SectionHeader } from '../section-header.tsx';
import { TokenDialog } from './token-dialog.tsx';

const route = getRouteApi('/shell/settings/tokens');

export function TokensPage() {
  const t = useWords('tokens');
  const isPerson = useSession().data?.person != null;
  const seesAll = useMay('members.write');
  const { all: isAll } = readTokensSearch(route.useSearch());
  const navigate = route.useNavigate();
  const own = isPerson ? (
    <TokenList isAll={false} />
  ) : (
    <EmptyState icon={CircleUser} title={t('nobodyTitle')}>
      {t('nobodyText')}
    </EmptyState>
  );
  return (
    <div className="narrow people-settings">
      <SectionHeader title={t('title')} lead={t('lead')} />
      {seesAll ? (
        <Tabs
          label={t('views')}
          selected={isAll ? 'all' : 'own'}
          onSelect={(chosen) =>
            void navigate({ search: chosen === 'all' ? { all: true } : {}, replace: true })
          }
          tabs={[
            { id: 'own', label: t('own'), content: own },
            { id: 'all', label: t('all'), content: <TokenList isAll /> },
          ]}
        />
      ) : (
        own
      )}
    </div>
  );
}

function TokenList({ isAll }: { isAll: boolean }) {
  const t = useWords('tokens');
  const tokens = useTokens(isAll);
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <ResourceList
        title={t(isAll ? 'all' : 'title')}
        list={tokens}
        rows={tokens.data ?? []}
        keyOf={({ sid }) => sid}
        failedTitle={t('failedTitle')}
        empty={{ icon: KeySquare, title: t('emptyTitle'), text: t(isAll ? 'allEmptyText' : 'emptyText') }}
        {...(!isAll && { add: { label: t('add'), onPress: () => setAdding(true) } })}
      >
        {(token) => <Token token={token} isAll={isAll} />}
      </ResourceList>
      {isAdding && <TokenDialog onClose={() => setAdding(false)} />}
    </>
  );
}

function Token({ token, isAll }: { token: TokenResource; isAll: boolean }) {
  const t = useWords('tokens');
  const session = useSession().data;
  const { sid, role, scopes, status, date_expires: expires, date_last_used: used } = token;
  const name = isAll
    ? t('of', { person: token.person_name, name: token.friendly_name })
    : token.friendly_name;
  const isOwn = token.person_sid === session?.person?.sid;
  const ends = expires === null ? t('expiresNever') : t('expiresAt', { when: dateAndTime(expires) });
  return (
    <>
      <div className="grow">
        <p className="row">
          <b>{name}</b>
          <RoleChip role={role} />
          {status === 'expired' && <Pill tone="danger">{t('expired')}</Pill>}
        </p>
        <p>
          <code>{sid}</code>
        </p>
        <p className="small">{scopes.length === 0 ? t('allScopes') : scopes.join(', ')}</p>
        <p className="small sec">
          {t('created', { when: dateAndTime(token.date_created) })}
          {status === 'active' && ` · ${ends}`} ·{' '}
          {used === null ? (
            t('neverUsed')
          ) : (
            <>
              {t('lastUsed')} <RelativeTime at={used} isInSentence />
            </>
          )}
        </p>
      </div>
      {(isOwn || (session && mayGive(session.role, role))) && <Revoke sid={sid} name={name} />}
    </>
  );
}

function Revoke({ sid, name }: { sid: string; name: string }) {
  const t = useWords('tokens');
  const remove = useDeleteToken(sid);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <IconButton icon={Trash2} label={t('revoke', { name })} onPress={() => setAsking(true)} />
      <ConfirmDialog
        title={t('revokeTitle')}
        submit={t('revokeSubmit')}
        isOpen={isAsking}
        change={remove}
        onSubmit={(whenDone) => remove.mutate(undefined, whenDone)}
        done={t('revoked', { name })}
        onClose={() => setAsking(false)}
      >
        <p>{t('revokeText', { name })}</p>
      </ConfirmDialog>
    </>
  );
}
