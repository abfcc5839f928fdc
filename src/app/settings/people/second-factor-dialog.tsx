/** Setting up the second factor: the key of the authenticator app as a QR code, and its first code; then the recovery codes. */

import { useEffect, useState } from 'react';
import { encode } from 'uqr';
import { useCreateSecondFactor, useEnableSecondFactor } from '../../client/people/second-factor.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { useWords } from '../../words/use-words.ts';
import './people-settings.css';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

export function SecondFactorDialog({ onClose }: { onClose(): void }) {
  const t = useWords('factors');
  const create = useCreateSecondFactor();
  const enable = useEnableSecondFactor();
  const [code, setCode] = useState('');
  const [isTried, setTried] = useState(false);
  const { mutate: begin } = create;
  useEffect(() => begin(undefined), [begin]);
  if (enable.data) return <RecoveryCodesDialog codes={enable.data.recovery_codes} onClose={onClose} />;
  const digits = code.replace(/\s/g, '');
  const fault = /^\d{6}$/.test(digits) ? undefined : t('codeMissing');
  const made = create.data;
  return (
    <FormDialog
      title={t('factor.setUpTitle')}
      submit={t('factor.submit')}
      onSubmit={() => {
        setTried(true);
        if (fault === undefined) enable.mutate({ Code: digits });
      }}
      onClose={onClose}
      isBusy={enable.isPending}
      isDisabled={made === undefined}
      failure={create.error?.message ?? (enable.error && t('factor.wrong'))}
    >
      <p className="sec">{t('factor.scan')}</p>
      {made === undefined ? (
        <Skeleton lines={6} />
      ) : (
        <>
          <QrCode text={made.uri} label={t('factor.qr')} />
          <p className="actions">
            <span className="small sec">{t('factor.key')}</span>
            <code>{(made.secret.match(/.{1,4}/g) ?? []).join(' ')}</code>
            <CopyButton text={made.secret} label={t('factor.copyKey')} />
          </p>
        </>
      )}
      <TextField
        label={t('code')}
        name="code"
        autoComplete="one-time-code"
        autoFocus
        code
        maxLength={7}
        value={code}
        onChange={setCode}
        error={isTried ? fault : undefined}
      />
    </FormDialog>
  );
}

/** Always dark on white: readers expect it so. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: 2 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg className="qr-code" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`}>
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  );
}
