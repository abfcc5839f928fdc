/** Adds the words of `settings-words.ts`; imported where a page of the settings is loaded. */

import { addWords } from '../use-words.ts';
import { settingsWords } from './settings-words.ts';

addWords(settingsWords);
