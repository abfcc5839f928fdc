/** The heading of an email page, with links to the others of the settings, and the region and account menu. */

import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useWords } from '../../words/use-words.ts';
import { SectionHeader } from '../section-header.tsx';
import { RegionAccountMenu } from './region-account-menu.tsx';
import { useEmailHome } from './use-email-target.ts';

const pages = [
  { to: '/settings/email', name: 'overview' },
  { to: '/settings/email/deliveries', name: 'deliveries' },
  { to: '/settings/email/inbound', name: 'inbound' },
  { to: '/settings/email/keys', name: 'keys' },
  { to: '/settings/email/suppressions', name: 'suppressions' },
  { to: '/email/sent', name: 'sent' },
] as const;

export function EmailHeader({ title, lead }: { title: string; lead: string }) {
  const t = useWords('email');
  const row = useRef<HTMLElement>(null);
  const isSetting = useEmailHome() === '/settings/email';
  // On a phone the pages are one row that scrolls: keep the open one in view, also when fonts or the menu next to them
  // the row change its width.
  useEffect(() => {
    const nav = row.current;
    const open = nav?.querySelector<HTMLElement>('[aria-current="page"]');
    if (!nav || !open) return;
    const observer = new ResizeObserver(() => {
      nav.scrollLeft = open.offsetLeft - nav.offsetLeft - (nav.clientWidth - open.offsetWidth) / 2;
    });
    observer.observe(nav);
    observer.observe(open);
    return () => observer.disconnect();
  }, []);
  return (
    <div className="with-actions email-header">
      <SectionHeader title={title} lead={lead} />
      {isSetting && (
        <nav ref={row} aria-label={t('pages.label')}>
          {pages.map(({ to, name }) => (
            <Link key={to} to={to} activeOptions={{ exact: name === 'overview', includeSearch: false }}>
              {t(`pages.${name}`)}
            </Link>
          ))}
        </nav>
      )}
      <RegionAccountMenu />
    </div>
  );
}
