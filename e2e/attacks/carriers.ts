import type { Attack } from './attack.ts';

export const carrierAttacks: readonly Attack[] = [];
