/** The words of the settings. Added where it is imported: where a page of the settings is loaded. */

import { email } from '../english/email/email.ts';
import { events } from '../english/events.ts';
import { access } from '../english/settings/access.ts';
import { flowWebhook } from '../english/settings/flow-webhook.ts';
import { numbers } from '../english/settings/numbers.ts';
import { services } from '../english/settings/services.ts';
import { tasks } from '../english/settings/tasks.ts';
import { testUsers } from '../english/settings/test-users.ts';
import { addWords } from '../translator.ts';

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

addWords(settingsWords);
