/** The words of the settings. `add-settings-words.ts` adds them. */

import { account } from './account.ts';
import { email } from './email/email.ts';
import { events } from './events.ts';
import { flowWebhook } from './flow-webhook.ts';
import { numbers } from './numbers.ts';
import { operations } from './operations.ts';
import { services } from './services.ts';
import { tasks } from './tasks.ts';
import { testUsers } from './test-users.ts';

export const settingsWords = {
  account,
  email,
  events,
  flowWebhook,
  numbers,
  operations,
  services,
  tasks,
  testUsers,
} as const;
