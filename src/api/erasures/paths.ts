/** Paths of /v1/Erasures and /v1/Contacts; apart from the others, as the page has none of them. */

import { at } from '../operation/path-template.ts';

export const erasurePaths = {
  contactExport: '/v1/Contacts/Export',
  contactSearch: '/v1/Contacts/Search',
  erasures: '/v1/Erasures',
  erasure: at('/v1/Erasures/{Sid}'),
};
