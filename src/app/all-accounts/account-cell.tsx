/** What the rows of all views have: their account, and the way to what they show, which may be in another account. */

import { useRouter } from '@tanstack/react-router';
import type { MyFlow } from '#api/people/all-accounts-operations.ts';
import { useSwitchAccount } from '../client/people/my-accounts.ts';
import { useSession } from '../client/people/session.ts';
import { saidByToast } from '../ui/overlays/toast.ts';
import { useWords } from '../words/use-words.ts';
import '../shell/account-switcher.css';

type OfAccount = Pick<MyFlow, 'account_sid' | 'account_name' | 'role'>;

export function AccountCell({ row: { account_name: name, role } }: { row: OfAccount }) {
  const roles = useWords('shell');
  return (
    <span className="account-cell">
      <span className="account-mark" aria-hidden="true">
        {name.slice(0, 2).toLocaleUpperCase()}
      </span>
      <span className="clip">
        {name}
        <small className="mut">{roles(`roles.${role}`)}</small>
      </span>
    </span>
  );
}

/** A link within the account of the session; elsewhere a button that goes to the account of the row first. */
export function OpenRow({ row, to, name }: { row: OfAccount; to: string; name: string }) {
  const t = useWords('allAccounts');
  const router = useRouter();
  const here = useSession().data?.account_sid;
  const change = useSwitchAccount();
  const { account_sid: account } = row;
  if (account === here) {
    return (
      <a
        href={to}
        className="open-row clip"
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          router.history.push(to);
        }}
      >
        {name}
      </a>
    );
  }
  return (
    <button
      type="button"
      className="open-row clip"
      aria-label={t('openIn', { name, account: row.account_name })}
      disabled={change.isPending}
      onClick={() =>
        change.mutate(
          { account, to },
          saidByToast(null, (message) => t('openFailed', { message })),
        )
      }
    >
      {name}
    </button>
  );
}
