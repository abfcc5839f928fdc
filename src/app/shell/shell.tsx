/** The frame around every page of a signed-in person: the rail of places at the left, the sheet beside it. */

import { Link, Outlet, useNavigate } from '@tanstack/react-router';
import { Activity, ListTodo, Workflow } from 'lucide-react';
import { Focusable } from 'react-aria-components/Tooltip';
import { Icon, type IconShape } from '../ui/icon.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { useWords } from '../words/use-words.ts';
import { AccountMenu } from './account-menu.tsx';
import { Logo } from './logo.tsx';
import './shell.css';
import { ThemeMenu } from './theme-menu.tsx';

const places = [
  { to: '/flows', name: 'flows', icon: Workflow },
  { to: '/executions', name: 'executions', icon: Activity },
  { to: '/tasks', name: 'tasks', icon: ListTodo },
] as const satisfies { to: string; name: string; icon: IconShape }[];

export function Shell() {
  const t = useWords('shell');
  const navigate = useNavigate();
  return (
    <div className="app">
      <a className="skip" href="#content">
        {t('skip')}
      </a>
      <nav className="nav" aria-label={t('main')}>
        <Link to="/flows" aria-label={t('home')} className="home">
          <Logo />
        </Link>
        {places.map(({ to, name, icon }) => (
          <Tooltip key={to} text={t(name)} placement="right">
            <Focusable>
              <Link to={to} className="place" aria-label={t(name)} activeProps={{ className: 'on' }}>
                <Icon of={icon} size={18} />
              </Link>
            </Focusable>
          </Tooltip>
        ))}
        <span className="sp" />
        <ThemeMenu />
        <AccountMenu onSignedOut={() => void navigate({ to: '/sign-in' })} />
      </nav>
      <main className="sheet" id="content" tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  );
}
