/** A link to a widget: pressed it does what it says here, and opened elsewhere it shows the settings of the widget. */

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useDesigner } from '../designer-context.tsx';
import { selectWidgets } from '../view-store.ts';

export type WidgetLinkProps = {
  /** Id of the widget. */
  widget: string;
  className?: string;
  children: ReactNode;
  /** What a press does; left out, it opens the settings of the widget. */
  onPress?: () => void;
};

export function WidgetLink({ widget, className = 'link', children, onPress }: WidgetLinkProps) {
  const { view } = useDesigner();
  return (
    <Link
      to="."
      search={{ widget }}
      className={className}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        if (onPress !== undefined) onPress();
        else selectWidgets(view, new Set([widget]));
      }}
    >
      {children}
    </Link>
  );
}
