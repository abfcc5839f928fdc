/** A number beside a title or tab. */

import './mark.css';

export function Count({ value, tone = 'neutral' }: { value: number; tone?: 'neutral' | 'danger' | 'live' }) {
  const look = { neutral: '', danger: ' red', live: ' live' }[tone];
  return <span className={`count${look}`}>{value.toLocaleString()}</span>;
}
