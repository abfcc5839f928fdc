/** Label, help and messages around an editor that has none of its own. */

import { CircleAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/marks/icon.tsx';
import '../../ui/forms/field.css';
import './fields.css';
import '../code/code-field.css';

export type FieldFrameProps = {
  label: string;
  hideLabel?: boolean;
  aside?: ReactNode;
  help?: string | undefined;
  error?: string | undefined;
  warning?: string | undefined;
  children: ReactNode;
};

export function FieldFrame({ label, hideLabel, aside, help, error, warning, children }: FieldFrameProps) {
  return (
    <div className="field">
      {!hideLabel && (
        <span className="lab">
          {label}
          {aside && <span className="end num">{aside}</span>}
        </span>
      )}
      {children}
      {help && !error && <span className="help">{help}</span>}
      {error && (
        <span className="fault">
          <Icon of={CircleAlert} size={14} />
          <span>{error}</span>
        </span>
      )}
      <Warning text={warning} />
    </div>
  );
}

/** A warning below a field. */
export function Warning({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <span className="field-warning">
      <Icon of={TriangleAlert} size={14} />
      <span>{text}</span>
    </span>
  );
}
