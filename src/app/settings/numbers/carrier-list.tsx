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
import { Pill } from '../../ui/marks/pill.tsx';
import { saidByToast } from '../../ui/overlays/toast.ts';
import { Panel } from '../../ui/panel.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { useWords } from '../../words/use-words.ts';
import { useMayChange } from '../permission-guard.tsx';
import { CarrierDialog } from './carrier-dialog.tsx';
import { CopyableUrl } from './copyable-url.tsx';

export function CarrierList() {
  const t = useWords('numbers');
  const carriers = useCarriers();
  const mayChange = useMayChange();
  const [editing, setEditing] = useState<CarrierResource | 'new' | null>(null);
  return (
    <Panel
      title={t('carriers')}
      className="resources"
      actions={
        mayChange && (
          <Button icon={Plus} onPress={() => setEditing('new')}>
            {t('addCarrier')}
          </Button>
        )
      }
    >
      <Loaded query={carriers} failedTitle={t('carriersFailed')}>
        {(own) => (
          <ul className="divided" aria-label={t('carriers')}>
            {own.map((carrier) => (
              <CarrierItem key={carrier.sid} carrier={carrier} onChange={() => setEditing(carrier)} />
            ))}
            <li>
              <div className="row below">
                <h3>{t('testCarrier')}</h3>
                <Pill mark="ring">{t('builtIn')}</Pill>
              </div>
              <p className="sec below">{t('testCarrierText')}</p>
              {own.length === 0 && <p className="sec below">{t('noCarrier')}</p>}
            </li>
          </ul>
        )}
      </Loaded>
      {editing !== null && (
        <CarrierDialog carrier={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
    </Panel>
  );
}

function CarrierItem({ carrier, onChange }: { carrier: CarrierResource; onChange(): void }) {
  const t = useWords('numbers');
  const check = useTestConnection();
  const remove = useDeleteCarrier();
  const makeDefault = useSetDefaultCarrier();
  const mayChange = useMayChange();
  const { sid, friendly_name: name, connection } = carrier;
  const showError = (key: 'deleteFailed' | 'testFailed') =>
    saidByToast(null, (message) => t(key, { name, message }));
  return (
    <li>
      <div className="grow">
        <div className="row">
          <h3>{name}</h3>
          <Connection status={connection.status} />
          {carrier.is_default && <Pill>{t('default')}</Pill>}
          {!carrier.check_signatures && <Pill tone="warn">{t('signaturesNotChecked')}</Pill>}
        </div>
        <p className="mono sec">{carrier.base_url}</p>
        {connection.problem !== null && (
          <p className="bad">
            {connection.failure !== null && `${t(`failures.${connection.failure}`)} `}
            {t('problem', { problem: connection.problem })}
          </p>
        )}
      </div>
      <CopyableUrl label={t('statusUrl')} url={carrier.status_url} />
      <p className="sec small below">{t('webhookText')}</p>
      {mayChange && (
        <div className="row below">
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
      )}
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
