/** A person wherever they are named: their picture, as far as they have one, or their letters. */

import { usePicture } from '../client/people/pictures.ts';
import { PersonMark } from '../ui/marks/person-mark.tsx';

/** `sid` is null for who is no member. */
export function Avatar({ sid, name }: { sid: string | null; name: string }) {
  return <PersonMark name={name} picture={usePicture(sid)} />;
}
