/** What all email pages have around them: on whose behalf and in which region one is, whenever it is not one's own. */

import { Link, Outlet } from '@tanstack/react-router';
import { Globe, UserRound } from 'lucide-react';
import { Icon } from '../../ui/marks/icon.tsx';
import { useWords } from '../../words/use-words.ts';
import { ChangingNeeds } from '../permission-guard.tsx';
import './email.css';
import { useActingAccountName, useEmailHome, useEmailTarget } from './use-email-target.ts';
import { WebhookBanner } from './webhooks/webhook-health.tsx';

export function EmailLayout() {
  return (
    <div className="email">
      <TargetBanner />
      <WebhookBanner />
      <ChangingNeeds permission="email.write">
        <Outlet />
      </ChangingNeeds>
    </div>
  );
}

function TargetBanner() {
  const t = useWords('email');
  const { region } = useEmailTarget();
  const acting = useActingAccountName();
  const home = useEmailHome();
  if (acting === null && region === 'global') return null;
  return (
    <div className="target-banner" role="status">
      {acting !== null && (
        <p>
          <Icon of={UserRound} size={14} />
          <span className="grow">{t('target.acting', { name: acting })}</span>
          <Link to={home} search={{ as: undefined }} className="link">
            {t('target.leaveAccount')}
          </Link>
        </p>
      )}
      {region === 'eu' && (
        <p>
          <Icon of={Globe} size={14} />
          <span className="grow">{t('target.inEu')}</span>
          <Link to={home} search={{ region: undefined }} className="link">
            {t('target.leaveEu')}
          </Link>
        </p>
      )}
    </div>
  );
}
