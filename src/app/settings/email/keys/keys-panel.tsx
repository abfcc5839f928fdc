/** The newest keys at a glance. */

import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useKeys } from '../../../client/email/api-keys.ts';
import { useMay } from '../../../client/people/session.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { Count } from '../../../ui/marks/count.tsx';
import { Icon } from '../../../ui/marks/icon.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useWords } from '../../../words/use-words.ts';
import { SeeingNeeds } from '../../permission-guard.tsx';
import { useEmailTarget } from '../use-email-target.ts';
import { KeyTable, UnusedKeys } from './key-table.tsx';

/** Keys that are shown here; all of them have a page of their own. */
const shown = 8;

export function KeysPanel() {
  const t = useWords('email');
  if (useMay('keys.write')) return <NewestKeys />;
  return (
    <Panel title={t('keys.title')}>
      <SeeingNeeds permission="keys.write">{null}</SeeingNeeds>
    </Panel>
  );
}

function NewestKeys() {
  const t = useWords('email');
  const keys = useKeys(useEmailTarget());
  const count = keys.data?.length;
  return (
    <Panel
      title={t('keys.title')}
      afterTitle={count !== undefined && count > 0 && <Count value={count} />}
      actions={
        <>
          {count !== undefined && count > 0 && (
            <Link to="/settings/email/keys" className={buttonClass('ghost')}>
              {t('keys.all')}
            </Link>
          )}
          <Link to="/settings/email/keys/new" className={buttonClass()}>
            <Icon of={Plus} size={14} />
            {t('keys.new')}
          </Link>
        </>
      }
    >
      <UnusedKeys />
      <KeyTable most={shown} />
    </Panel>
  );
}
