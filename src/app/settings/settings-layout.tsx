/** The layout of the settings: the list of sections at the left, one section next to it. */

import '../words/chunks/settings-words.ts';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import {
  Blocks,
  Building2,
  CircleUser,
  HeartPulse,
  KeySquare,
  LogIn,
  Mail,
  Phone,
  Radio,
  ScrollText,
  ShieldCheck,
  UserRoundSearch,
  Users,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { IconShape } from '../ui/marks/icon.tsx';
import { Icon } from '../ui/marks/icon.tsx';
import { useWords } from '../words/use-words.ts';
import { FlowSections } from './flow-sections.tsx';
import '../ui/panel.css';
import './settings.css';

type Section = { to: string; name: string; icon: IconShape };

/** `name` is a key of the namespace `settings`. */
const sections = [
  { to: '/settings/account', name: 'account', icon: Building2 },
  { to: '/settings/numbers', name: 'numbers', icon: Phone },
  { to: '/settings/email', name: 'email', icon: Mail },
  { to: '/settings/events', name: 'events', icon: Radio },
  { to: '/settings/services', name: 'services', icon: Blocks },
  { to: '/settings/operations', name: 'operations', icon: HeartPulse },
] as const satisfies readonly Section[];

/** `name` is a key of the namespace `access`. */
const people = [
  { to: '/settings/members', name: 'members', icon: Users },
  { to: '/settings/roles', name: 'roles', icon: ShieldCheck },
  { to: '/settings/audit', name: 'audit', icon: ScrollText },
  { to: '/settings/sign-in', name: 'signIn', icon: LogIn },
  { to: '/settings/profile', name: 'profile', icon: CircleUser },
  { to: '/settings/tokens', name: 'tokens', icon: KeySquare },
] as const satisfies readonly Section[];

export function SettingsLayout() {
  const t = useWords('settings');
  const access = useWords('access');
  const nav = useRef<HTMLElement>(null);
  const path = useRouterState({ select: (state) => state.location.pathname });
  // On a phone the sections are one row that scrolls: scroll the open one into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address decides which section is open
  useEffect(() => {
    const row = nav.current;
    const open = row?.querySelector<HTMLElement>('[aria-current="page"]');
    if (!row || !open) return;
    row.scrollLeft = open.offsetLeft - row.offsetLeft - (row.clientWidth - open.offsetWidth) / 2;
  }, [path]);
  return (
    <div className="settings">
      <nav className="sections" ref={nav} aria-label={t('title')}>
        <h2>{t('title')}</h2>
        {sections.map((section) => (
          <SectionLink key={section.to} {...section}>
            {t(section.name)}
          </SectionLink>
        ))}
        <SectionLink to="/settings/contacts" icon={UserRoundSearch}>
          {access('contacts')}
        </SectionLink>
        <div className="group">
          <h3>{access('people')}</h3>
          {people.map((section) => (
            <SectionLink key={section.to} {...section}>
              {access(section.name)}
            </SectionLink>
          ))}
        </div>
        <FlowSections />
      </nav>
      <div className="section-page">
        <Outlet />
      </div>
    </div>
  );
}

function SectionLink({
  to,
  icon,
  children,
}: {
  to: (typeof sections | typeof people)[number]['to'] | '/settings/contacts';
  icon: IconShape;
  children: string;
}) {
  return (
    <Link to={to} className="section" activeProps={{ className: 'section on' }}>
      <Icon of={icon} size={16} />
      {children}
    </Link>
  );
}
