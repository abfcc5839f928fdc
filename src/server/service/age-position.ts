/** Positions in lists by age, as the doors need them for paging. */

import { ageCursor, parseAgeCursor } from '../platform/database/age-cursor.ts';

export function positionByAge(row: { created_at: number; sid: string }): string {
  return ageCursor(row);
}

export function isPositionByAge(text: string): boolean {
  return parseAgeCursor(text) !== null;
}
