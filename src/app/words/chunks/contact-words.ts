/** The words of the page that finds, exports and erases a contact. Added where it is imported: by the page of contacts. */

import { contacts } from '../english/settings/contacts.ts';
import { addWords } from '../translator.ts';

export const contactWords = { contacts } as const;

addWords(contactWords);
