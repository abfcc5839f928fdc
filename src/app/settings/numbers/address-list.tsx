/** The addresses of the account: the flow that answers, the carrier, and what to paste there. */

import { Link } from '@tanstack/react-router';
import { Pencil, Phone, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { AddressResource } from '#api/messaging/operations.ts';
import { useFlowSummaries } from '../../client/flows.ts';
import { useAddresses, useCarriers, useDeleteAddress } from '../../client/numbers.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { saidByToast } from '../../ui/overlays/toast.ts';
import { useWords } from '../../words/use-words.ts';
import { useMayChange } from '../permission-guard.tsx';
import { ResourceList } from '../resource-list.tsx';
import { AddressDialog } from './address-dialog.tsx';
import { CopyableUrl } from './copyable-url.tsx';

export function AddressList() {
  const t = useWords('numbers');
  const list = useAddresses();
  const [editing, setEditing] = useState<AddressResource | 'new' | null>(null);
  return (
    <>
      <ResourceList
        title={t('addresses')}
        list={list}
        rows={list.data?.pages.flatMap((page) => page.addresses) ?? []}
        keyOf={({ sid }) => sid}
        failedTitle={t('addressesFailed')}
        empty={{ icon: Phone, title: t('emptyTitle'), text: t('emptyText') }}
        add={{ label: t('addAddress'), onPress: () => setEditing('new') }}
      >
        {(address) => <AddressItem address={address} onChange={() => setEditing(address)} />}
      </ResourceList>
      {editing !== null && (
        <AddressDialog address={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
    </>
  );
}

function AddressItem({ address: row, onChange }: { address: AddressResource; onChange(): void }) {
  const t = useWords('numbers');
  const flows = useFlowSummaries();
  const carriers = useCarriers();
  const remove = useDeleteAddress();
  const mayChange = useMayChange();
  const { address } = row;
  const flow = flows.data?.find(({ sid }) => sid === row.flow_sid)?.friendly_name;
  const carrier = carriers.data?.find(({ sid }) => sid === row.carrier_sid)?.friendly_name;
  return (
    <>
      <div className="grow">
        <div className="row">
          <h3 className="mono">{address}</h3>
          <Link to="/flows/$sid" params={{ sid: row.flow_sid }} className="link">
            {flow ?? row.flow_sid}
          </Link>
          <span className="sec">{carrier ?? t('testCarrier')}</span>
        </div>
      </div>
      {mayChange && (
        <>
          <IconButton icon={Pencil} label={t('editOf', { name: address })} onPress={onChange} />
          <IconButton
            icon={Trash2}
            label={t('deleteOf', { name: address })}
            onPress={() =>
              remove.mutate(
                row.sid,
                saidByToast(null, (message) => t('deleteFailed', { name: address, message })),
              )
            }
          />
        </>
      )}
      <CopyableUrl label={t('webhookUrl')} url={row.webhook_url} />
    </>
  );
}
