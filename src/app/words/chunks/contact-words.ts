/** The words of the page that finds, exports and erases a contact. `add-contact-words.ts` adds them. */

import { contacts } from '../english/settings/contacts.ts';

export const contactWords = { contacts } as const;
