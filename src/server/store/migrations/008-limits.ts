/** Counters that hold across processes. */

import type { Migration } from '../migration.ts';

export const limits: Migration = { name: '008-limits', async up() {} };
