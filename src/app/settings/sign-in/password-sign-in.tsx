/** What the page accepts besides providers: a password alone, and the SID and the token of the account. */

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useSignInSettings, useUpdateSignInSettings } from '../../client/people/identity-providers.ts';
import { sessionKey } from '../../client/people/session.ts';
import { Switch } from '../../ui/forms/switch.tsx';
import { saidByToast } from '../../ui/overlays/toast.ts';
import { Panel } from '../../ui/panel.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { useWords } from '../../words/use-words.ts';

export function PasswordSignIn() {
  const t = useWords('identity');
  const settings = useSignInSettings();
  const change = useUpdateSignInSettings();
  const cache = useQueryClient();
  const router = useRouter();
  const said = saidByToast(null, (message) => t('failed', { name: t('password.title'), message }));
  return (
    <Panel title={t('password.title')}>
      <Loaded query={settings} failedTitle={t('password.title')}>
        {({ token_sign_in: byToken, second_factor: isRequired }) => (
          <>
            <Switch
              label={t('password.factor')}
              help={t('password.factorHelp')}
              isOn={isRequired}
              isDisabled={change.isPending}
              onChange={(on) =>
                change.mutate(
                  { SecondFactor: on },
                  {
                    ...said,
                    // The session may lack it itself from now on: then all that is open is where it is set up.
                    onSettled: () => {
                      cache.removeQueries({ queryKey: sessionKey });
                      void router.invalidate();
                    },
                  },
                )
              }
            />
            <Switch
              label={t('password.token')}
              help={t('password.tokenHelp')}
              isOn={byToken}
              isDisabled={change.isPending}
              onChange={(on) => change.mutate({ TokenSignIn: on }, said)}
            />
          </>
        )}
      </Loaded>
    </Panel>
  );
}
