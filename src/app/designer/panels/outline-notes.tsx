/** The notes of the flow below its widgets in the outline; each leads to the note, which has its own keys. */

import { StickyNote } from 'lucide-react';
import type { Note } from '#flow/annotations/notes.ts';
import { Icon } from '../../ui/icon.tsx';
import { useWords } from '../../words/use-words.ts';

type OutlineNotesProps = { notes: readonly (readonly [id: string, note: Note])[]; onShow(id: string): void };

/** Nothing without notes. */
export function OutlineNotes({ notes, onShow }: OutlineNotesProps) {
  const t = useWords('designer');
  if (notes.length === 0) return null;
  return (
    <section aria-label={t('notes')}>
      <h3 className="lab">{t('notes')}</h3>
      <ul className="outline">
        {notes.map(([id, { text }]) => (
          <li key={id}>
            <button type="button" className="w" data-step onClick={() => onShow(id)}>
              <Icon of={StickyNote} />
              <span className="grow name clip">{firstLine(text) || t('emptyNote')}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The first line of a Markdown text that says something, without the marks at its beginning. */
function firstLine(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(/^[\s#>*-]+/, '').trim());
  return lines.find((line) => line !== '') ?? '';
}
