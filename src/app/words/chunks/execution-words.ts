/** The words of executions. Added where it is imported: where executions are shown. */

import { executions } from '../english/executions.ts';
import { addWords } from '../translator.ts';

export const executionWords = { executions } as const;

addWords(executionWords);
