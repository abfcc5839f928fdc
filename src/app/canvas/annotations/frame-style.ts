/** The place and size of a note or group as its style sheet takes them. */

import type { CSSProperties } from 'react';
import type { Frame } from '#flow/annotations/entries.ts';

export function frameStyle({ x, y, width, height }: Frame): CSSProperties {
  const lengths = { '--x': `${x}px`, '--y': `${y}px`, '--w': `${width}px`, '--h': `${height}px` };
  return lengths as CSSProperties;
}
