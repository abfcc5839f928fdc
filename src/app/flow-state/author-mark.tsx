/** Who made an edit, as a picture next to the name: that or the letters of a person, a key for a program. */

import { KeyRound } from 'lucide-react';
import { Avatar } from '../people/avatar.tsx';
import { Icon } from '../ui/marks/icon.tsx';
import { type EditedBy, editAuthor, isProgram } from './edit-author.ts';
import './flow-state.css';

export function AuthorMark({ by }: { by: EditedBy }) {
  if (isProgram(by))
    return (
      <span className="program">
        <Icon of={KeyRound} size={12} />
      </span>
    );
  return <Avatar sid={by.sid ?? null} name={by.author || editAuthor(by)} />;
}
