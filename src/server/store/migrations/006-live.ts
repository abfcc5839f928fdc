/** What happened, in order: the ground of the live streams and of the event sink. */

import type { Migration } from '../migration.ts';

export const live: Migration = { name: '006-live', async up() {} };
