/** Adds every English word: the setup of unit tests, which import parts of a page without the page. */

import './change-words.ts';
import './flow-words.ts';
import './account-words.ts';
import './alert-words.ts';
import './audit-words.ts';
import './contact-words.ts';
import './execution-words.ts';
import './late-words.ts';
import './list-words.ts';
import './people-words.ts';
import './settings-words.ts';
import './email-section-words.ts';
