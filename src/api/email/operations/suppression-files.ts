/** /v1/Mail/Suppressions: suppression lists as CSV files. */

import { Type } from 'typebox';
import { oneOf, operationsIn, text } from '../../operation/operation.ts';
import { paths } from '../../paths.ts';
import { regions } from '../regions.ts';
import { suppressionLists } from '../statuses.ts';
import { maxImportedRows, suppressionImportSchema } from '../suppression-files.ts';

const operation = operationsIn('Email: suppressions');
const params = { List: oneOf(suppressionLists) };

export const importSuppressions = operation({
  id: 'ImportSuppressions',
  permission: 'email.write',
  method: 'POST',
  audit: { object: 'email_suppressions', shows: ['List'] },
  path: paths.suppressionImport.template,
  summary: 'Import a CSV file into a suppression list',
  note: `Separated by commas, semicolons or tabs. With a line of names the columns \`email\`, \`created\` (Unix seconds or ISO 8601), \`reason\` and \`status\` are read, without one the first as address. Rows that cannot be taken are listed by their line, the others are imported; what is on the list stays as it is, so a file can be sent again. With the header \`on-behalf-of\`, for a subaccount.`,
  params,
  form: {
    Csv: text(`At most ${maxImportedRows.toLocaleString('en')} lines.`),
    Region: Type.Optional(oneOf(regions, 'Default: global.')),
  },
  rules: { Csv: `At most ${maxImportedRows.toLocaleString('en')} lines.` },
  responses: { 200: { text: 'What became of the rows.', schema: suppressionImportSchema } },
});

export const exportSuppressions = operation({
  id: 'ExportSuppressions',
  permission: 'contacts.unmasked',
  method: 'GET',
  path: paths.suppressionExport.template,
  summary: 'Export a suppression list as CSV',
  note: 'Oldest first, with the columns that an import reads.',
  params,
  query: {
    Region: Type.Optional(oneOf(regions, 'Default: global.')),
    OnBehalfOf: Type.Optional(text('The same as the header `on-behalf-of`.')),
  },
  responses: { 200: { text: 'A CSV file with a line of names.', schema: Type.String(), type: 'text/csv' } },
});
