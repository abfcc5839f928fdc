/** Says that the account has no people yet, and makes the first owner. */

import '../words/chunks/people-words.ts';
import { UserPlus, X } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../client/people/session.ts';
import { keep, readKept } from '../ui/browser-storage.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Icon } from '../ui/marks/icon.tsx';
import { useWords } from '../words/use-words.ts';
import { FirstOwnerDialog } from './first-owner-dialog.tsx';
import './first-owner-card.css';

const key = (account: string) => `patchbay.first-owner-later.${account}`;

export function FirstOwnerCard() {
  const t = useWords('people');
  const session = useSession().data;
  const account = session?.account_sid ?? '';
  const [isLater, setLater] = useState(() => readKept(key(account)) !== null);
  const [isOpen, setOpen] = useState(false);
  if (isLater || !session) return null;
  return (
    <section className="first-owner" aria-label={t('owner.title')}>
      <Icon of={UserPlus} size={20} />
      <div>
        <h2>{t('owner.title')}</h2>
        <p>{t('owner.text')}</p>
      </div>
      <Button kind="primary" onPress={() => setOpen(true)}>
        {t('owner.title')}
      </Button>
      <IconButton
        icon={X}
        label={t('owner.later')}
        onPress={() => {
          keep(key(account), 'true');
          setLater(true);
        }}
      />
      {isOpen && <FirstOwnerDialog account={session.friendly_name} onClose={() => setOpen(false)} />}
    </section>
  );
}
