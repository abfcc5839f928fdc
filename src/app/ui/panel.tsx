/** A framed part of a page with a heading. */

import type { ReactNode } from 'react';
import './panel.css';

type PanelProps = {
  title: string;
  /** At the right of the heading, the last thing in it. */
  actions?: ReactNode;
  /** Between the heading and the actions. */
  afterTitle?: ReactNode;
  className?: string;
  children: ReactNode;
};

export function Panel({ title, actions, afterTitle, className, children }: PanelProps) {
  return (
    <section className={className === undefined ? 'panel' : `panel ${className}`} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {afterTitle}
        {actions && <div className="end">{actions}</div>}
      </header>
      {children}
    </section>
  );
}
