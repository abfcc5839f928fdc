import type { Attack } from './attack.ts';

export const accessAttacks: readonly Attack[] = [];
