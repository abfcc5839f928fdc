/** A number next to a title or tab. */

import { numberText } from '../../words/locale.ts';
import './mark.css';

export function Count({ value, tone = 'neutral' }: { value: number; tone?: 'neutral' | 'danger' | 'live' }) {
  const look = { neutral: '', danger: ' red', live: ' live' }[tone];
  return <span className={`count${look}`}>{numberText(value)}</span>;
}
