/** All keys, and how much of its limits this page has left. */

import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useRateLimits } from '../../../client/email/rate-limits.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { Table } from '../../../ui/display/table.tsx';
import { Icon } from '../../../ui/marks/icon.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { timeOfDay } from '../../../words/date-time.ts';
import { useWords } from '../../../words/use-words.ts';
import { LastChange } from '../../last-change.tsx';
import { EmailHeader } from '../email-header.tsx';
import { KeyTable, UnusedKeys } from './key-table.tsx';
import { KeysGuard } from './keys-guard.tsx';

export function KeysPage() {
  return (
    <KeysGuard>
      <AllKeys />
    </KeysGuard>
  );
}

function AllKeys() {
  const t = useWords('email');
  return (
    <>
      <EmailHeader title={t('keys.title')} lead={t('keys.lead')} />
      <LastChange of="email_key" />
      <div className="pile">
        <Panel
          title={t('keys.title')}
          actions={
            <Link to="/settings/email/keys/new" className={buttonClass()}>
              <Icon of={Plus} size={14} />
              {t('keys.new')}
            </Link>
          }
        >
          <UnusedKeys />
          <KeyTable canChange />
        </Panel>
        <RateLimits />
      </div>
    </>
  );
}

function RateLimits() {
  const t = useWords('email');
  const limits = useRateLimits();
  return (
    <Panel title={t('keys.limits')}>
      <p className="inside small sec">{t(limits.length === 0 ? 'keys.noLimits' : 'keys.limitsText')}</p>
      {limits.length > 0 && (
        <Table
          label={t('keys.limits')}
          className="keys"
          columns={[
            { id: 'endpoint', title: t('keys.endpoint') },
            { id: 'left', title: t('keys.remaining'), align: 'right', className: 'key-left' },
            { id: 'reset', title: t('keys.resets'), align: 'right', className: 'key-used' },
          ]}
        >
          {limits.map(({ endpoint, limit, remaining, reset }) => (
            <tr key={endpoint}>
              <td className="mono clip">{endpoint}</td>
              <td className="right num">{t('keys.remainingOf', { remaining, limit })}</td>
              <td className="right num">{timeOfDay(reset)}</td>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  );
}
