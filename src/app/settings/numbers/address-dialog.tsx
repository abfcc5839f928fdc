/** Pointing an address at a flow, through a carrier. */

import { useState } from 'react';
import type { AddressResource } from '#api/messaging/operations.ts';
import { useFlowSummaries } from '../../client/flows.ts';
import { useAssignAddress, useCarriers } from '../../client/numbers.ts';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { Select } from '../../ui/forms/select.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { useWords } from '../../words/use-words.ts';

/** The option value of the test carrier, which has no SID. */
const testCarrier = 'test';

export function AddressDialog({
  address: row,
  onClose,
}: {
  address: AddressResource | null;
  onClose(): void;
}) {
  const t = useWords('numbers');
  const save = useAssignAddress();
  const flows = useFlowSummaries().data ?? [];
  const carriers = useCarriers().data ?? [];
  const usual = carriers.find((carrier) => carrier.is_default)?.sid ?? testCarrier;
  const [address, setAddress] = useState(row?.address ?? '');
  const [flow, setFlow] = useState(row?.flow_sid ?? null);
  const [chosen, setCarrier] = useState(row === null ? null : (row.carrier_sid ?? testCarrier));
  const [isTried, setTried] = useState(false);
  const carrier = chosen ?? usual;
  const missing = (isThere: boolean, field: string) =>
    isTried && !isThere ? t('missing', { field }) : undefined;
  const submit = () => {
    setTried(true);
    if (address.trim() === '' || flow === null) return;
    save.mutate(
      {
        Address: address.trim(),
        FlowSid: flow,
        CarrierSid: carrier === testCarrier ? undefined : carrier,
      },
      { onSuccess: onClose },
    );
  };
  return (
    <FormDialog
      title={row === null ? t('addressForm.add') : t('addressForm.edit', { address: row.address })}
      submit={t('addressForm.save')}
      onSubmit={submit}
      onClose={onClose}
      isBusy={save.isPending}
      failure={save.error?.message}
    >
      {row === null && (
        <TextField
          label={t('addressForm.address')}
          help={t('addressForm.addressHelp')}
          placeholder="+15005550006"
          autoFocus
          code
          value={address}
          onChange={setAddress}
          error={missing(address.trim() !== '', t('addressForm.address'))}
        />
      )}
      <Select
        label={t('addressForm.flow')}
        options={flows.map(({ sid, friendly_name }) => ({ value: sid, label: friendly_name }))}
        value={flow}
        onChange={setFlow}
        placeholder={t('addressForm.chooseFlow')}
        error={missing(flow !== null, t('addressForm.flow'))}
      />
      <Select
        label={t('addressForm.carrier')}
        options={[
          ...carriers.map(({ sid, friendly_name }) => ({ value: sid, label: friendly_name })),
          { value: testCarrier, label: t('testCarrier') },
        ]}
        value={carrier}
        onChange={setCarrier}
      />
    </FormDialog>
  );
}
