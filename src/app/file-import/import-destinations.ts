/** Where imported flows go: to the server, or to this device when they have errors. */

import { createFlow } from '../client/flows.ts';
import { storeLocalDraft } from '../unsaved-work/local-drafts.ts';
import type { ImportDestinations } from './import-files.ts';

export const importDestinations: ImportDestinations = {
  /** The rules are heavy and only importing needs them on the list of flows. */
  async countErrors(definition) {
    const { validate } = await import('#flow/validation/validate.ts');
    return validate(definition).filter(({ severity }) => severity === 'error').length;
  },
  create: createFlow,
  keepLocally: storeLocalDraft,
};
