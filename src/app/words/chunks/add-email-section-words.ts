/** Adds the words of `email-section-words.ts`; imported by the pages of the email section. */

import { addWords } from '../use-words.ts';
import { emailSectionWords } from './email-section-words.ts';

addWords(emailSectionWords);
