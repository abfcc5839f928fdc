/** One's own second factor: setting it up, its recovery codes, and switching it off. */

import { useState } from 'react';
import {
  useCreateRecoveryCodes,
  useRemoveSecondFactor,
  useSecondFactor,
} from '../../client/people/second-factor.ts';
import { Button } from '../../ui/button.tsx';
import { Pill } from '../../ui/marks/pill.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { dateAndTime } from '../../words/date-time.ts';
import { useWords } from '../../words/use-words.ts';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { SecondFactorDialog } from './second-factor-dialog.tsx';

export function SecondFactorPanel() {
  const t = useWords('factors');
  const factor = useSecondFactor();
  const remove = useRemoveSecondFactor();
  const renew = useCreateRecoveryCodes();
  const [open, setOpen] = useState<'set-up' | 'off' | 'codes' | null>(null);
  const close = () => setOpen(null);
  const state = factor.data;
  const isOn = state?.is_enabled === true;
  return (
    <Panel
      title={t('factor.title')}
      afterTitle={
        state && <Pill tone={isOn ? 'live' : 'neutral'}>{t(isOn ? 'factor.on' : 'factor.off')}</Pill>
      }
      actions={
        state &&
        !isOn && (
          <Button kind="primary" onPress={() => setOpen('set-up')}>
            {t('factor.setUp')}
          </Button>
        )
      }
    >
      <div className="inside stacked">
        <Loaded query={factor} failedTitle={t('factor.failedTitle')} lines={2}>
          {({ date_enabled: since, recovery_codes_left: left }) => (
            <>
              <p>{t(isOn ? 'factor.onText' : 'factor.offText')}</p>
              {since !== null && (
                <>
                  <p className="small sec">
                    {t('factor.since', { when: dateAndTime(since) })} ·{' '}
                    {t('factor.codesLeft', { count: left })}
                  </p>
                  <div className="actions">
                    <Button onPress={() => setOpen('codes')}>{t('factor.newCodes')}</Button>
                    <Button onPress={() => setOpen('off')}>{t('factor.switchOff')}</Button>
                  </div>
                </>
              )}
            </>
          )}
        </Loaded>
      </div>
      {open === 'set-up' && <SecondFactorDialog onClose={close} />}
      <ConfirmDialog
        title={t('factor.offTitle')}
        submit={t('factor.offSubmit')}
        isOpen={open === 'off'}
        change={remove}
        onSubmit={(whenDone) => remove.mutate(undefined, whenDone)}
        done={t('factor.offDone')}
        onClose={close}
      >
        <p>{t('factor.offConfirm')}</p>
      </ConfirmDialog>
      <ConfirmDialog
        title={t('factor.newTitle')}
        submit={t('factor.newSubmit')}
        isOpen={open === 'codes'}
        change={renew}
        onSubmit={(whenDone) => renew.mutate(undefined, whenDone)}
        onClose={close}
      >
        <p>{t('factor.newText')}</p>
      </ConfirmDialog>
      {renew.data && <RecoveryCodesDialog codes={renew.data.recovery_codes} onClose={renew.reset} />}
    </Panel>
  );
}
