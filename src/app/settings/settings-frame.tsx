/** The frame of the settings: the list of sections at the left, one section beside it. */

import { Link, Outlet } from '@tanstack/react-router';
import { Icon } from '../ui/icon.tsx';
import { useWords } from '../words/use-words.ts';
import { FlowGroup } from './flow-group.tsx';
import { sections } from './sections.ts';
import '../ui/panel.css';
import './settings.css';

export function SettingsFrame() {
  const t = useWords('settings');
  return (
    <div className="settings">
      <nav className="sections" aria-label={t('title')}>
        <h2>{t('title')}</h2>
        {sections.map(({ to, name, icon }) => (
          <Link key={to} to={to} className="section" activeProps={{ className: 'section on' }}>
            <Icon of={icon} size={16} />
            {t(name)}
          </Link>
        ))}
        <FlowGroup />
      </nav>
      <div className="section-page">
        <Outlet />
      </div>
    </div>
  );
}
