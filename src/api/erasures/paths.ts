/** Paths of /v1/Erasures; apart from the others, as the page has none of them. */

import { at } from '../operation/path-template.ts';

export const erasurePaths = {
  erasures: '/v1/Erasures',
  erasure: at('/v1/Erasures/{Sid}'),
};
