/**
 * All words of the interface, one file for each namespace, or for a few that are shown and loaded together, in the groups
 * that are loaded together. The page imports the groups, and of this file only the type. A further language is a second
 * catalogue of this shape.
 */

import { accountWords } from './chunks/account-words.ts';
import { alertWords } from './chunks/alert-words.ts';
import { auditWords } from './chunks/audit-words.ts';
import { changeWords } from './chunks/change-words.ts';
import { contactWords } from './chunks/contact-words.ts';
import { emailSectionWords } from './chunks/email-section-words.ts';
import { executionWords } from './chunks/execution-words.ts';
import { firstWords } from './chunks/first-words.ts';
import { flowWords } from './chunks/flow-words.ts';
import { lateWords } from './chunks/late-words.ts';
import { listWords } from './chunks/list-words.ts';
import { peopleWords } from './chunks/people-words.ts';
import { settingsWords } from './chunks/settings-words.ts';

export const catalogue = {
  ...firstWords,
  ...listWords,
  ...executionWords,
  ...flowWords,
  ...changeWords,
  ...accountWords,
  ...alertWords,
  ...auditWords,
  ...contactWords,
  ...lateWords,
  ...peopleWords,
  ...settingsWords,
  ...emailSectionWords,
} as const;

export type Catalogue = typeof catalogue;

export type Namespace = keyof Catalogue;
