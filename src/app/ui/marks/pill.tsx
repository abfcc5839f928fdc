/** A short status with a shape and a word: a dot is full (alive), a ring (not yet, over) or both (alive, with changes). */

import type { ReactNode } from 'react';
import './mark.css';

export type Tone = 'neutral' | 'live' | 'warn' | 'danger' | 'accent';

const toneClass: Record<Tone, string> = {
  neutral: '',
  live: ' live',
  warn: ' warn',
  danger: ' red',
  accent: ' acc',
};

export type PillProps = { tone?: Tone; mark?: 'dot' | 'ring'; outlined?: boolean; children: ReactNode };

export function Pill({ tone = 'neutral', mark, outlined = false, children }: PillProps) {
  return (
    <span className={`pill${toneClass[tone]}${outlined ? ' line' : ''}`}>
      {mark && <Dot mark={mark} />}
      {children}
    </span>
  );
}

/** The mark alone, in the colour of the text around it unless a tone is given. */
export function Dot({ mark = 'dot', tone }: { mark?: 'dot' | 'ring' | 'changed'; tone?: Tone }) {
  if (mark === 'changed') return <span className="dot chg" />;
  return <span className={`dot${mark === 'ring' ? ' o' : ''}${tone ? toneClass[tone] || ' mut' : ''}`} />;
}
