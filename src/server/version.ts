/** Which version of Patchbay this is. */

import manifest from '../../package.json' with { type: 'json' };

export const { version } = manifest;
