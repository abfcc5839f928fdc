/** The explanation of what no widget does, loaded with the first one that is shown. */

import { lazy } from 'react';
import { LatePart } from '../../ui/states/late-part.tsx';
import type { HowNoteProps } from './how-note.tsx';

const HowNote = lazy(async () => ({ default: (await import('./how-note.tsx')).HowNote }));

export function LateHowNote(props: HowNoteProps) {
  return (
    <LatePart>
      <HowNote {...props} />
    </LatePart>
  );
}
