/**
 * All words of the interface, one file for each namespace, in the groups that are loaded together. The page imports the
 * groups, and of this file only the type. A further language is a second catalogue of this shape.
 */

import { accountWords } from './account-words.ts';
import { auditWords } from './audit-words.ts';
import { changeWords } from './change-words.ts';
import { executionWords } from './execution-words.ts';
import { firstWords } from './first-words.ts';
import { flowWords } from './flow-words.ts';
import { lateWords } from './late-words.ts';
import { listWords } from './list-words.ts';
import { peopleWords } from './people-words.ts';
import { settingsWords } from './settings-words.ts';

export const catalogue = {
  ...firstWords,
  ...listWords,
  ...executionWords,
  ...flowWords,
  ...changeWords,
  ...accountWords,
  ...auditWords,
  ...lateWords,
  ...peopleWords,
  ...settingsWords,
} as const;

export type Catalogue = typeof catalogue;

export type Namespace = keyof Catalogue;
