/** Positions in lists by age, as the doors need them for paging. */

import { agePosition, parseAge } from '../platform/database/age-cursor.ts';

export function positionByAge(row: { created_at: number; sid: string }): string {
  return agePosition(row);
}

export function isPositionByAge(text: string): boolean {
  return parseAge(text) !== null;
}
