/** Inviting people: their addresses, one role for all of them, and then the links to give them. */

import { Link } from '@tanstack/react-router';
import { Info } from 'lucide-react';
import { useState } from 'react';
import type { Role } from '#api/people/roles.ts';
import { useInvite } from '../../client/people/people.ts';
import { RoleCards } from '../../people/role-cards.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { Select } from '../../ui/forms/select.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { useWords } from '../../words/use-words.ts';
import { isAddress, readAddresses } from './address-list.ts';
import { LinksDialog, type MadeLink, type RefusedLink } from './links-dialog.tsx';
import './people-settings.css';

const lengths = ['1', '3', '7', '14', '30'] as const;

/** More than anybody pastes by intention. */
const most = 50;

type Invited = { links: MadeLink[]; refused: RefusedLink[] };

export function InviteDialog({ own, onClose }: { own: Role; onClose(): void }) {
  const t = useWords('people');
  const invite = useInvite();
  const [text, setText] = useState('');
  const [role, setRole] = useState<Role>(own === 'admin' || own === 'owner' ? 'author' : 'viewer');
  const [days, setDays] = useState<(typeof lengths)[number]>('7');
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [invited, setInvited] = useState<Invited | null>(null);
  const addresses = readAddresses(text);
  const wrong = addresses.find((each) => !isAddress(each));
  const fault =
    addresses.length === 0
      ? t('invite.addressesMissing')
      : wrong !== undefined
        ? t('invite.notAddress', { address: wrong })
        : addresses.length > most
          ? t('invite.tooMany', { count: most })
          : undefined;

  const submit = async () => {
    setTried(true);
    if (fault !== undefined) return;
    setBusy(true);
    const links: MadeLink[] = [];
    const refused: RefusedLink[] = [];
    for (const name of addresses) {
      try {
        const made = await invite.mutateAsync({ Email: name, Role: role, Days: Number(days) });
        links.push({ name, link: made.link, ends: made.date_expires, isSent: made.is_sent });
      } catch (failure) {
        refused.push({ name, reason: failure instanceof Error ? failure.message : String(failure) });
      }
    }
    setInvited({ links, refused });
    setBusy(false);
  };

  if (invited !== null) {
    const count = invited.links.length;
    return (
      <LinksDialog
        title={count === 0 ? t('invite.refusedTitle') : t('invite.doneTitle', { count })}
        {...invited}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      title={t('invite.title')}
      submit={
        addresses.length === 0 ? t('invite.submitNone') : t('invite.submit', { count: addresses.length })
      }
      onSubmit={() => void submit()}
      onClose={onClose}
      isBusy={isBusy}
    >
      <TextField
        label={t('invite.addresses')}
        help={t('invite.addressesHelp')}
        lines={3}
        autoFocus
        value={text}
        onChange={setText}
        error={isTried ? fault : undefined}
      />
      <RoleCards own={own} value={role} onChange={setRole} />
      <Link to="/settings/roles" className="compare-link">
        {t('invite.compare')}
      </Link>
      <Select<(typeof lengths)[number]>
        label={t('invite.days')}
        options={lengths.map((value) => ({ value, label: t('invite.daysValue', { count: Number(value) }) }))}
        value={days}
        onChange={setDays}
      />
      <p className="notice">
        <Icon of={Info} size={16} />
        {t('invite.note')}
      </p>
    </FormDialog>
  );
}
