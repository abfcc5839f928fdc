/** The frame around every page of a signed-in person: the rail of places at the left, the sheet next to it. */

import { Link, Outlet, useLocation } from '@tanstack/react-router';
import {
  Activity,
  Bell,
  ListTodo,
  Mail,
  Monitor,
  Moon,
  Settings,
  Smartphone,
  Sun,
  Workflow,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import { useOpenDialog } from '../client/open-dialog.ts';
import { pictureUrl } from '../client/people/picture-url.ts';
import { useSession } from '../client/people/session.ts';
import { Icon, type IconShape } from '../ui/marks/icon.tsx';
import { LateOverlay, lateOverlay } from '../ui/overlays/late-overlay.tsx';
import { onSingleTabStopKey, verticalArrows } from '../ui/single-tab-stop.ts';
import { useWords } from '../words/use-words.ts';
import { Logo } from './logo.tsx';
import { RailMenu } from './rail-menu.tsx';
import { skipLinksId } from './skip-link.tsx';
import { useTheme } from './theme.ts';
import './shell.css';

const ThemeList = lateOverlay(async () => (await import('./theme-list.tsx')).ThemeList);
const AccountList = lateOverlay(async () => (await import('./account-list.tsx')).AccountList);
const FrameDialog = lateOverlay(async () => (await import('./frame-dialog.tsx')).FrameDialog);
const AlertDot = lateOverlay(async () => (await import('./alert-dot.tsx')).AlertDot);
const RailTooltip = lateOverlay(async () => (await import('./rail-tooltip.tsx')).RailTooltip);

const navItems = [
  { to: '/flows', name: 'flows', icon: Workflow, holds: /^\/flows(?!\/[^/]+\/executions)/ },
  {
    to: '/executions',
    name: 'executions',
    icon: Activity,
    holds: /^\/executions|^\/flows\/[^/]+\/executions/,
  },
  { to: '/tasks', name: 'tasks', icon: ListTodo, holds: /^\/tasks/ },
  { to: '/email', name: 'email', icon: Mail, holds: /^\/email/ },
  { to: '/alerts', name: 'alerts', icon: Bell, holds: /^\/alerts/ },
  { to: '/test-phone', name: 'testPhone', icon: Smartphone, holds: /^\/test-phone/ },
] as const satisfies { to: string; name: string; icon: IconShape; holds: RegExp }[];

const settings = { to: '/settings', name: 'settings', icon: Settings, holds: /^\/settings/ } as const;

export function Shell() {
  const t = useWords('shell');
  const at = useLocation({ select: ({ pathname }) => pathname });
  const [named, setNamed] = useState<NamedLink | null>(null);
  // What the page itself needs comes first.
  const [isOpenLong, setOpenLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setOpenLong, 10_000, true);
    return () => clearTimeout(timer);
  }, []);
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
        onPointerOver={({ target, pointerType }) => {
          if (pointerType !== 'touch') setNamed(namedLink(target, false));
        }}
        onPointerLeave={() => setNamed(null)}
        onPointerDown={() => setNamed(null)}
        onFocus={({ target }) => {
          if (target.matches(':focus-visible')) setNamed(namedLink(target, true));
        }}
        onBlur={() => setNamed(null)}
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
        <AccountMenu />
        <LateOverlay isOpen={isOpenLong}>
          <AlertDot />
        </LateOverlay>
        <LateOverlay isOpen={named !== null}>
          {named && <RailTooltip key={`${named.link.pathname} ${named.isFocused}`} {...named} />}
        </LateOverlay>
      </nav>
      <main className="sheet" id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <LateOverlay isOpen={useOpenDialog() !== null}>
        <FrameDialog />
      </LateOverlay>
    </div>
  );
}

/** The link below the pointer, or with the focus of the keyboard, whose name is shown next to it. */
type NamedLink = { link: HTMLAnchorElement; isFocused: boolean };

function namedLink(target: EventTarget, isFocused: boolean): NamedLink | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a.place') : null;
  return link && { link, isFocused };
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
    <Link
      to={to}
      className={isHere ? 'place on' : 'place'}
      aria-label={t(name)}
      {...(isHere && { 'aria-current': 'page' as const })}
    >
      <Icon of={icon} size={18} />
    </Link>
  );
}

const themeIcons = { light: Sun, dark: Moon, system: Monitor };

function ThemeMenu() {
  const t = useWords('shell');
  return (
    <RailMenu
      className="place"
      label={t('theme')}
      button={<Icon of={themeIcons[useTheme()]} size={18} />}
      list={ThemeList}
    />
  );
}

/** Who is signed in: the button at the end of the rail. */
function AccountMenu() {
  const t = useWords('shell');
  const session = useSession().data;
  const person = session?.person;
  const account = session?.friendly_name ?? '';
  const name = person?.name ?? account;
  const version = person?.picture_version;
  return (
    <RailMenu
      className="who"
      label={
        person && session ? `${name}, ${t(`roles.${session.role}`)}, ${account}` : t('accountOf', { name })
      }
      button={
        <span className="avatar">
          {initials(name)}
          {version && person && <img src={pictureUrl(person.sid, version)} alt="" />}
        </span>
      }
      list={AccountList}
    />
  );
}

/** Not `PersonMark`, whose colours every page would load. */
function initials(name: string): string {
  const letters = name.split(/\s+/, 2).map((word) => word.charAt(0));
  return letters.join('').toUpperCase();
}
