/** Where imported flows go: to the server, or to this device when they have errors. */

import { keepFlowTest } from '../client/flow-tests.ts';
import { createFlow } from '../client/flows.ts';
import { toast } from '../ui/overlays/toast.ts';
import { storeLocalDraft } from '../unsaved-work/local-drafts.ts';
import { wordsOf } from '../words/use-words.ts';
import type { ImportDestinations } from './import-files.ts';

export const importDestinations: ImportDestinations = {
  /** The rules are heavy and only importing needs them on the list of flows. */
  async countErrors(definition) {
    const { validate } = await import('#flow/validation/validate.ts');
    return validate(definition).filter(({ severity }) => severity === 'error').length;
  },
  create: createFlow,
  async keepTests(flow, tests) {
    const failures: string[] = [];
    for (const test of tests)
      await keepFlowTest(flow, test).catch((failure: unknown) => {
        failures.push(`${test.name}: ${failure instanceof Error ? failure.message : ''}`);
      });
    const [reason] = failures;
    if (reason !== undefined)
      toast({ message: wordsOf('flows')('importTestsNotKept', { count: failures.length, reason }) });
  },
  keepLocally: storeLocalDraft,
};
