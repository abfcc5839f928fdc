/** Says that the session is in another account, since it was switched on another page; this page shows the one before. */

import { useMyAccounts, useSwitchAccount } from '../client/people/my-accounts.ts';
import { useSession } from '../client/people/session.ts';
import { setAccount } from '../client/request.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import '../words/chunks/late-words.ts';
import { useWords } from '../words/use-words.ts';

export function SwitchedDialog() {
  const t = useWords('railMenus');
  const shown = useSession().data;
  // What is asked from here on is about the session, not about what the page shows.
  setAccount(null);
  const other = useMyAccounts().data?.find((each) => each.is_current);
  const back = useSwitchAccount();
  const goOn = () => location.assign('/flows');
  return (
    <Dialog
      title={t('switchedTitle')}
      isOpen
      onClose={goOn}
      isBusy
      failure={back.error?.message}
      footer={
        <>
          <Button
            size="lg"
            isBusy={back.isPending}
            onPress={() =>
              back.mutate({ account: shown?.account_sid ?? '' }, { onSuccess: () => location.reload() })
            }
          >
            {t('switchedBack', { name: shown?.friendly_name ?? '' })}
          </Button>
          <Button size="lg" kind="primary" onPress={goOn}>
            {t('switchedGoOn', { name: other?.friendly_name ?? t('switchedOther') })}
          </Button>
        </>
      }
    >
      <p>{t('switchedText', { name: shown?.friendly_name ?? '' })}</p>
    </Dialog>
  );
}
