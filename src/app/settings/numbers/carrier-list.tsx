/** The carriers: the built-in one, and those that are reached by REST with their connection and addresses. */

import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { CarrierResource } from '#api/messaging/carrier-operations.ts';
import {
  useCarriers,
  useDeleteCarrier,
  useSetDefaultCarrier,
  useTestConnection,
} from '../../client/numbers.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Pill } from '../../ui/pill.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { useWords } from '../../words/use-words.ts';
import { CarrierDialog } from './carrier-dialog.tsx';
import { CopyableUrl } from './copyable-url.tsx';

export function CarrierList() {
  const t = useWords('numbers');
  const carriers = useCarriers();
  const [editing, setEditing] = useState<CarrierResource | 'new' | null>(null);
  return (
    <section className="panel" aria-label={t('carriers')}>
      <header>
        <h2 className="grow">{t('carriers')}</h2>
        <Button icon={Plus} onPress={() => setEditing('new')}>
          {t('addCarrier')}
        </Button>
      </header>
      {carriers.isPending && <Skeleton lines={3} />}
      {carriers.isError && carriers.data === undefined && (
        <ErrorState title={t('carriersFailed')} onRetry={() => void carriers.refetch()}>
          {carriers.error.message}
        </ErrorState>
      )}
      {carriers.data && (
        <ul aria-label={t('carriers')}>
          {carriers.data.map((carrier) => (
            <CarrierItem key={carrier.sid} carrier={carrier} onChange={() => setEditing(carrier)} />
          ))}
          <li>
            <div className="about">
              <h3>{t('testCarrier')}</h3>
              <Pill mark="ring">{t('builtIn')}</Pill>
            </div>
            <p className="sec">{t('testCarrierText')}</p>
            {carriers.data.length === 0 && <p className="sec">{t('noCarrier')}</p>}
          </li>
        </ul>
      )}
      {editing !== null && (
        <CarrierDialog carrier={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
    </section>
  );
}

function CarrierItem({ carrier, onChange }: { carrier: CarrierResource; onChange(): void }) {
  const t = useWords('numbers');
  const check = useTestConnection();
  const remove = useDeleteCarrier();
  const makeDefault = useSetDefaultCarrier();
  const { sid, friendly_name: name, connection } = carrier;
  const showError = (key: 'deleteFailed' | 'testFailed') => ({
    onError: ({ message }: Error) => void toast({ message: t(key, { name, message }) }),
  });
  return (
    <li>
      <div className="about">
        <h3>{name}</h3>
        <Connection status={connection.status} />
        {carrier.is_default && <Pill>{t('default')}</Pill>}
        {!carrier.check_signatures && <Pill tone="warn">{t('signaturesNotChecked')}</Pill>}
      </div>
      <p className="mono sec where">{carrier.base_url}</p>
      {connection.problem !== null && <p className="bad">{t('problem', { problem: connection.problem })}</p>}
      <CopyableUrl label={t('statusUrl')} url={carrier.status_url} />
      <p className="sec small">{t('webhookText')}</p>
      <div className="acts">
        <Button
          aria-label={t('testOf', { name })}
          isBusy={check.isPending || connection.status === 'unknown'}
          onPress={() => check.mutate(sid, showError('testFailed'))}
        >
          {t('test')}
        </Button>
        <Button aria-label={t('editOf', { name })} onPress={onChange}>
          {t('edit')}
        </Button>
        {!carrier.is_default && (
          <Button isBusy={makeDefault.isPending} onPress={() => makeDefault.mutate(sid)}>
            {t('makeDefault')}
          </Button>
        )}
        <Button
          kind="danger"
          aria-label={t('deleteOf', { name })}
          isBusy={remove.isPending}
          onPress={() => remove.mutate(sid, showError('deleteFailed'))}
        >
          {t('delete')}
        </Button>
      </div>
    </li>
  );
}

function Connection({ status }: { status: CarrierResource['connection']['status'] }) {
  const t = useWords('numbers');
  const tone = { ok: 'live', failed: 'danger', unknown: 'neutral' } as const;
  const word = { ok: 'connected', failed: 'notConnected', unknown: 'testing' } as const;
  return (
    <span aria-live="polite">
      <Pill tone={tone[status]} mark={status === 'ok' ? 'dot' : 'ring'}>
        {t(word[status])}
      </Pill>
    </span>
  );
}
