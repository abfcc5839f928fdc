import type { Attack } from './attack.ts';

export const turnAttacks: readonly Attack[] = [];
