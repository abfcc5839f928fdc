/** Keys, settings and statistics of the email service. */

import type { Migration } from '../migration.ts';

export const email: Migration = { name: '009-email', async up() {} };
