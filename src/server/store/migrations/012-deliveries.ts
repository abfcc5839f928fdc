/** Event deliveries to webhooks and what became of them. */

import type { Migration } from '../migration.ts';

export const deliveries: Migration = { name: '012-deliveries', async up() {} };
