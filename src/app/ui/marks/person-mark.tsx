/** A person as their picture, or two letters in their own colour; their name stands next to it. */

import './person-mark.css';

export type PersonMarkProps = {
  name: string;
  /** Its URL. */
  picture?: string | null | undefined;
};

export function PersonMark({ name, picture }: PersonMarkProps) {
  return (
    <span className={`person person-${personColour(name)}`} aria-hidden="true">
      {initialsOf(name)}
      {/* Over the letters: they are there until it has come, and where it cannot. */}
      {picture && <img src={picture} alt="" />}
    </span>
  );
}

const colours = 6;

/** One of the six colours of person-mark.css, always the same for the same text. */
export function personColour(text: string): number {
  return [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7) % colours;
}

/** At most two letters. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}
