/** Adds the words of `settings-words.ts`; imported where a page of the settings is loaded. */

import { settingsWords } from './settings-words.ts';
import { addWords } from './use-words.ts';

addWords(settingsWords);
