/** What the removal of personal data needs. */

import type { Migration } from '../migration.ts';

export const retention: Migration = { name: '007-retention', async up() {} };
