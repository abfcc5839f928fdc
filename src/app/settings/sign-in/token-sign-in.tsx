/** Whether the page accepts the SID and the token of the account. */

import { useSignInSettings, useUpdateSignInSettings } from '../../client/identity-providers.ts';
import { Switch } from '../../ui/forms/switch.tsx';
import { saidByToast } from '../../ui/overlays/toast.ts';
import { Panel } from '../../ui/panel.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { useWords } from '../../words/use-words.ts';

export function TokenSignIn() {
  const t = useWords('identity');
  const settings = useSignInSettings();
  const change = useUpdateSignInSettings();
  const failed = (message: string) => t('failed', { name: t('token.title'), message });
  return (
    <Panel title={t('token.title')}>
      <Loaded query={settings} failedTitle={t('token.title')}>
        {({ token_sign_in: isOn }) => (
          <Switch
            label={t('token.label')}
            help={t('token.help')}
            isOn={isOn}
            isDisabled={change.isPending}
            onChange={(on) => change.mutate({ TokenSignIn: on }, saidByToast(null, failed))}
          />
        )}
      </Loaded>
    </Panel>
  );
}
