/** Email for daily work: its pages at the left, and links to what is set up in the settings. */

import '../../words/chunks/settings-words.ts';
import { Link } from '@tanstack/react-router';
import {
  Ban,
  CalendarClock,
  ChartColumn,
  FileCode,
  Globe,
  Inbox,
  KeyRound,
  Send,
  Webhook,
} from 'lucide-react';
import { Icon, type IconShape } from '../../ui/marks/icon.tsx';
import { useWords } from '../../words/use-words.ts';
import '../../ui/panel.css';
import '../settings.css';
import { EmailLayout } from './email-layout.tsx';

type Place = { to: string; name: string; icon: IconShape };

const daily = [
  { to: '/email/sent', name: 'sent', icon: Send },
  { to: '/email/received', name: 'received', icon: Inbox },
  { to: '/email/scheduled', name: 'scheduled', icon: CalendarClock },
  { to: '/email/statistics', name: 'statistics', icon: ChartColumn },
] as const satisfies readonly Place[];

const settings = [
  { to: '/email/templates', name: 'templates', icon: FileCode },
  { to: '/email/domains', name: 'domains', icon: Globe },
  { to: '/settings/email', name: 'webhooks', icon: Webhook },
  { to: '/settings/email/suppressions', name: 'suppressions', icon: Ban },
  { to: '/settings/email/keys', name: 'keys', icon: KeyRound },
] as const satisfies readonly Place[];

export function EmailSection() {
  const t = useWords('email');
  const link = ({ to, name, icon }: (typeof daily | typeof settings)[number]) => (
    <Link key={to} to={to} className="section" activeProps={{ className: 'section on' }}>
      <Icon of={icon} size={16} />
      {t(`pages.${name}`)}
    </Link>
  );
  return (
    <div className="settings">
      <nav className="sections" aria-label={t('pages.label')}>
        <h2>{t('title')}</h2>
        {daily.map(link)}
        <div className="group">
          <h3>{t('pages.setUp')}</h3>
          {settings.map(link)}
        </div>
      </nav>
      <div className="section-page">
        <EmailLayout />
      </div>
    </div>
  );
}
