/** The empty state of a list: what will appear, and actions. */

import type { ReactNode } from 'react';
import { Icon, type IconShape } from '../marks/icon.tsx';
import './state.css';

export type EmptyStateProps = { icon: IconShape; title: string; children?: ReactNode; actions?: ReactNode };

export function EmptyState({ icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className="blank">
      <span className="pic">
        <Icon of={icon} size={20} />
      </span>
      <h2 className="tt">{title}</h2>
      {children && <p>{children}</p>}
      {actions && <div className="acts">{actions}</div>}
    </div>
  );
}
