/** Positions in lists by age, as the doors need them for paging. */

import { agePosition, parseAge } from '../store/age.ts';

export function positionByAge(row: { created_at: number; sid: string }): string {
  return agePosition(row);
}

export function isPositionByAge(text: string): boolean {
  return parseAge(text) !== null;
}
