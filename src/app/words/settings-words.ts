/** The words of the settings. `add-settings-words.ts` adds them. */

import { access } from './english/access.ts';
import { email } from './english/email/email.ts';
import { events } from './english/events.ts';
import { flowWebhook } from './english/flow-webhook.ts';
import { numbers } from './english/numbers.ts';
import { services } from './english/services.ts';
import { tasks } from './english/tasks.ts';
import { testUsers } from './english/test-users.ts';

export const settingsWords = {
  access,
  email,
  events,
  flowWebhook,
  numbers,
  services,
  tasks,
  testUsers,
} as const;
