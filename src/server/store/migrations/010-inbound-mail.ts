/** Mail that came in and its way to the receivers. */

import type { Migration } from '../migration.ts';

export const inboundMail: Migration = { name: '010-inbound-mail', async up() {} };
