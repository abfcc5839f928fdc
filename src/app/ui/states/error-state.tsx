/** The error state of a panel or page: what went wrong, and a retry button. */

import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWords } from '../../words/use-words.ts';
import { buttonClass } from '../button-class.ts';
import { Icon } from '../marks/icon.tsx';
import './state.css';

export type ErrorStateProps = {
  title: string;
  children?: ReactNode;
  onRetry?: () => void;
  actions?: ReactNode;
};

export function ErrorState({ title, children, onRetry, actions }: ErrorStateProps) {
  const t = useWords('ui');
  return (
    <div className="blank bad" role="alert">
      <span className="pic">
        <Icon of={CircleAlert} size={20} />
      </span>
      <h2 className="tt">{title}</h2>
      {children && <p>{children}</p>}
      <div className="acts">
        {onRetry && (
          <button type="button" className={buttonClass()} onClick={onRetry}>
            <Icon of={RotateCw} size={14} />
            {t('tryAgain')}
          </button>
        )}
        {actions}
      </div>
    </div>
  );
}
