/** The badge of a changed widget. A change is told by its shape and word, not by its colour alone. */

import { Minus, Move, Pencil, Plus, TextCursorInput } from 'lucide-react';
import { Icon, type IconShape } from '../../ui/marks/icon.tsx';
import type { ChangeMark } from '../canvas-props.ts';
import { t } from '../canvas-text.ts';
import { changeMarkOf, type WidgetStatus } from './overlay.ts';

export const changeIcons: { readonly [M in ChangeMark]: IconShape } = {
  added: Plus,
  removed: Minus,
  changed: Pencil,
  renamed: TextCursorInput,
  moved: Move,
};

/** Nothing for a widget that is not changed. The card says the same in its accessible name. */
export function ChangeBadge({ status }: { status: WidgetStatus | null }) {
  const mark = changeMarkOf(status);
  if (mark === null) return null;
  return (
    <span className={`badge word m-${mark}`} aria-hidden>
      <Icon of={changeIcons[mark]} size={12} />
      {t(`mark.${mark}`)}
    </span>
  );
}
