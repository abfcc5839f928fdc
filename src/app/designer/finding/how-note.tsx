/** Says how that is done which no widget does. */

import { Lightbulb } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import type { FoundHow } from './find-widgets.ts';

export type HowNoteProps = {
  how: FoundHow;
  /** Offered where an outlet may stay as it is. */
  onLeaveOpen?: (() => void) | undefined;
};

export function HowNote({ how: { title, text, leaveOpen }, onLeaveOpen }: HowNoteProps) {
  return (
    <div className="how" role="note">
      <p className="how-title">
        <Icon of={Lightbulb} size={14} />
        {title}
      </p>
      <p>{text}</p>
      {leaveOpen !== null && onLeaveOpen !== undefined && <Button onPress={onLeaveOpen}>{leaveOpen}</Button>}
    </div>
  );
}
