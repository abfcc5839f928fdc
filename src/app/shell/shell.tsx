/** The frame around every page of a signed-in person: the rail of places at the left, the sheet beside it. */

import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { Activity, ListTodo, Monitor, Moon, Settings, Smartphone, Sun, Workflow } from 'lucide-react';
import { Focusable } from 'react-aria/Focusable';
import { Button } from 'react-aria-components/Button';
import { Icon, type IconShape } from '../ui/marks/icon.tsx';
import { Menu } from '../ui/overlays/menu.tsx';
import { Tooltip } from '../ui/overlays/tooltip.tsx';
import { onSingleTabStopKey, verticalArrows } from '../ui/single-tab-stop.ts';
import { useWords } from '../words/use-words.ts';
import { AccountMenu } from './account-menu.tsx';
import { Logo } from './logo.tsx';
import { skipLinksId } from './skip-link.tsx';
import { chooseTheme, useTheme } from './theme.ts';
import './shell.css';

const navItems = [
  { to: '/flows', name: 'flows', icon: Workflow, holds: /^\/flows(?!\/[^/]+\/executions)/ },
  {
    to: '/executions',
    name: 'executions',
    icon: Activity,
    holds: /^\/executions|^\/flows\/[^/]+\/executions/,
  },
  { to: '/tasks', name: 'tasks', icon: ListTodo, holds: /^\/tasks/ },
  { to: '/test-phone', name: 'testPhone', icon: Smartphone, holds: /^\/test-phone/ },
] as const satisfies { to: string; name: string; icon: IconShape; holds: RegExp }[];

const settings = { to: '/settings', name: 'settings', icon: Settings, holds: /^\/settings/ } as const;

export function Shell() {
  const t = useWords('shell');
  const navigate = useNavigate();
  const at = useLocation({ select: ({ pathname }) => pathname });
  return (
    <div className="app">
      <a className="skip" href="#content">
        {t('skip')}
      </a>
      <div id={skipLinksId} />
      <nav
        className="nav"
        aria-label={t('main')}
        onKeyDown={(event) => onSingleTabStopKey(event, verticalArrows)}
      >
        <Link to="/flows" aria-label={t('home')} className="home">
          <Logo />
        </Link>
        {navItems.map((place) => (
          <NavItemLink key={place.to} {...place} at={at} />
        ))}
        <span className="sp" />
        <NavItemLink {...settings} at={at} />
        <ThemeMenu />
        <AccountMenu onSignedOut={() => void navigate({ to: '/sign-in' })} />
      </nav>
      <main className="sheet" id="content" tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  );
}

function NavItemLink({
  to,
  name,
  icon,
  holds,
  at,
}: ((typeof navItems)[number] | typeof settings) & { at: string }) {
  const t = useWords('shell');
  const isHere = holds.test(at);
  return (
    <Tooltip text={t(name)} placement="right">
      <Focusable>
        <Link
          to={to}
          className={isHere ? 'place on' : 'place'}
          aria-label={t(name)}
          {...(isHere && { 'aria-current': 'page' as const })}
        >
          <Icon of={icon} size={18} />
        </Link>
      </Focusable>
    </Tooltip>
  );
}

const choices = [
  { id: 'light', icon: Sun },
  { id: 'dark', icon: Moon },
  { id: 'system', icon: Monitor },
] as const;

function ThemeMenu() {
  const t = useWords('shell');
  const choice = useTheme();
  const icon = choices.find(({ id }) => id === choice)?.icon ?? Monitor;
  return (
    <Menu
      label={t('theme')}
      placement="right bottom"
      trigger={
        <Button className="place" aria-label={t('theme')}>
          <Icon of={icon} size={18} />
        </Button>
      }
      items={choices.map(({ id, icon: each }) => ({
        id,
        label: t(id),
        icon: each,
        isChosen: id === choice,
        onAction: () => chooseTheme(id),
      }))}
    />
  );
}
