/** The words of the page of alerts. Added where it is imported: by the page of alerts and the dot of the rail. */

import { alerts } from '../english/alerts.ts';
import { addWords } from '../translator.ts';

export const alertWords = { alerts } as const;

addWords(alertWords);
