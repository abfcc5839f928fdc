/** Who made an edit, as a picture beside the name: the letters of a person, a key for a program. */

import { KeyRound } from 'lucide-react';
import { Icon } from '../ui/marks/icon.tsx';
import { PersonMark, personColour } from '../ui/marks/person-mark.tsx';
import { type EditedBy, editAuthor, isProgram } from './edit-author.ts';
import './flow-state.css';

export function AuthorMark({ by }: { by: EditedBy }) {
  if (isProgram(by))
    return (
      <span className="program">
        <Icon of={KeyRound} size={12} />
      </span>
    );
  const name = by.author || editAuthor(by);
  return <PersonMark name={name} colour={personColour(name)} />;
}
