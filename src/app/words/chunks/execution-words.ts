/** The words of executions. `add-execution-words.ts` adds them. */

import { executions } from '../english/executions.ts';

export const executionWords = { executions } as const;
