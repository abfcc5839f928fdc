/** Adds every English word: the setup of unit tests, which import parts of a page without the page. */

import './add-change-words.ts';
import './add-flow-words.ts';
import './add-account-words.ts';
import './add-alert-words.ts';
import './add-audit-words.ts';
import './add-contact-words.ts';
import './add-execution-words.ts';
import './add-late-words.ts';
import './add-list-words.ts';
import './add-people-words.ts';
import './add-settings-words.ts';
import './add-email-section-words.ts';
