/** What emails are searched by. */

import { Type } from 'typebox';
import { dateTime, nullable, text } from '../operation/operation.ts';

export const searchText = Type.Optional(
  text(
    'Whole addresses, and whole words of the subject and of the addresses it is found by, that must all occur.',
    { maxLength: 300, personal: 'address' },
  ),
);

/** Of a page of emails. */
export const searchedTo = nullable(
  dateTime({ description: 'Back to which was searched, where that ended the page before it was full.' }),
);
