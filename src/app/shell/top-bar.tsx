/** The bar at the top of a page: where one is, and what can be done here. */

import type { ReactNode } from 'react';
import { useWords } from '../words/use-words.ts';
import './shell.css';

export type TopBarProps = {
  /** Links to the pages above this one, outermost first. */
  breadcrumbs?: readonly ReactNode[];
  /** The page's one `h1`. */
  title: ReactNode;
  /** At the left end. */
  before?: ReactNode;
  /** In the bar, after the title. */
  afterTitle?: ReactNode;
  /** At the right end. */
  children?: ReactNode;
};

export function TopBar({ before, breadcrumbs = [], title, afterTitle, children }: TopBarProps) {
  const t = useWords('shell');
  return (
    <header className="topbar">
      {before}
      <div className="crumb">
        {breadcrumbs.length > 0 && (
          <nav aria-label={t('breadcrumbs')}>
            <ol className="crumb">
              {breadcrumbs.map((link, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: breadcrumbs are a fixed sequence
                <li key={index}>
                  {link}
                  <span className="sl" aria-hidden>
                    /
                  </span>
                </li>
              ))}
            </ol>
          </nav>
        )}
        <h1 className="clip">{title}</h1>
      </div>
      {afterTitle}
      <span className="grow" />
      {children}
    </header>
  );
}
