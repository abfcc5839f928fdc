/** The words of the page of alerts. `add-alert-words.ts` adds them. */

import { alerts } from '../english/alerts.ts';

export const alertWords = { alerts } as const;
