/** The words of the settings. Added where it is imported: where a page of the settings is loaded. */

import { email } from '../english/email/email.ts';
import { events } from '../english/events.ts';
import { access } from '../english/settings/access.ts';
import { flowWebhook, testUsers } from '../english/settings/flow-settings.ts';
import { numbers } from '../english/settings/numbers.ts';
import { services, tasks } from '../english/settings/services.ts';
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
