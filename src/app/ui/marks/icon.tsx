/** A line icon at one of the sizes of the design. Always decoration: the words next to it carry the meaning. */

import type { LucideIcon } from 'lucide-react';

export type IconShape = LucideIcon;

export function Icon({ of: Shape, size = 16 }: { of: IconShape; size?: 12 | 14 | 16 | 18 | 20 }) {
  return <Shape className={size === 16 ? 'i' : `i i${size}`} aria-hidden />;
}
