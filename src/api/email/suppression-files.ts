/** What becomes of the rows of a CSV file that is imported into a suppression list. */

import { type Static, Type } from 'typebox';
import { oneOf, resource } from '../operation/operation.ts';

export const maxImportedRows = 50_000;
/** Of the rows that were rejected no more are listed. */
export const maxRejectedRows = 500;

export const suppressionImportSchema = resource('SuppressionImport', {
  imported: Type.Integer({ description: 'New addresses.' }),
  known: Type.Integer({ description: 'Addresses that were on the list, or stood in the file before.' }),
  rejected_count: Type.Integer(),
  rejected: Type.Array(
    Type.Object({
      line: Type.Integer({ description: 'Of the file, from 1.' }),
      problem: oneOf(['no_address', 'bad_time', 'bad_status', 'open_quote']),
      text: Type.String({ personal: 'text' }),
    }),
    { description: `The first ${maxRejectedRows} of them.` },
  ),
});
export type SuppressionImport = Static<typeof suppressionImportSchema>;
