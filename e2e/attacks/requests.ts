import type { Attack } from './attack.ts';

export const requestAttacks: readonly Attack[] = [];
