/** The addresses of the account: the flow that answers, the carrier, and what to paste there. */

import { Link } from '@tanstack/react-router';
import { Pencil, Phone, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { AddressResource } from '#api/messaging/operations.ts';
import { useFlowSummaries } from '../../client/flows.ts';
import { useAddresses, useCarriers, useDeleteAddress } from '../../client/numbers.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { QueryList } from '../../ui/query-list.tsx';
import { toast } from '../../ui/toast.ts';
import { useWords } from '../../words/use-words.ts';
import { AddressDialog } from './address-dialog.tsx';
import { CopyableUrl } from './copyable-url.tsx';

export function AddressList() {
  const t = useWords('numbers');
  const list = useAddresses();
  const [editing, setEditing] = useState<AddressResource | 'new' | null>(null);
  const addresses = list.data?.pages.flatMap((page) => page.addresses) ?? [];
  const add = (
    <Button icon={Plus} onPress={() => setEditing('new')}>
      {t('addAddress')}
    </Button>
  );
  return (
    <section className="panel" aria-label={t('addresses')}>
      <header>
        <h2 className="grow">{t('addresses')}</h2>
        {addresses.length > 0 && add}
      </header>
      <QueryList
        list={list}
        count={addresses.length}
        failedTitle={t('addressesFailed')}
        empty={
          <EmptyState icon={Phone} title={t('emptyTitle')} actions={add}>
            {t('emptyText')}
          </EmptyState>
        }
      >
        <ul aria-label={t('addresses')}>
          {addresses.map((address) => (
            <AddressItem key={address.sid} address={address} onChange={() => setEditing(address)} />
          ))}
        </ul>
      </QueryList>
      {editing !== null && (
        <AddressDialog address={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
    </section>
  );
}

function AddressItem({ address: row, onChange }: { address: AddressResource; onChange(): void }) {
  const t = useWords('numbers');
  const flows = useFlowSummaries();
  const carriers = useCarriers();
  const remove = useDeleteAddress();
  const { address } = row;
  const flow = flows.data?.find(({ sid }) => sid === row.flow_sid)?.friendly_name;
  const carrier = carriers.data?.find(({ sid }) => sid === row.carrier_sid)?.friendly_name;
  return (
    <li className="number">
      <div className="first">
        <div className="about grow">
          <h3 className="mono">{address}</h3>
          <Link to="/flows/$sid" params={{ sid: row.flow_sid }} className="link">
            {flow ?? row.flow_sid}
          </Link>
          <span className="sec">{carrier ?? t('testCarrier')}</span>
        </div>
        <IconButton icon={Pencil} label={t('editOf', { name: address })} onPress={onChange} />
        <IconButton
          icon={Trash2}
          label={t('deleteOf', { name: address })}
          onPress={() =>
            remove.mutate(row.sid, {
              onError: ({ message }) =>
                void toast({ message: t('deleteFailed', { name: address, message }) }),
            })
          }
        />
      </div>
      <CopyableUrl label={t('webhookUrl')} url={row.webhook_url} />
    </li>
  );
}
