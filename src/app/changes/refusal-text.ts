/** Why a revision was not restored or rolled back, as a notice says it. */

import { problemCodes } from '#api/problem.ts';
import { RequestError } from '../client/request.ts';
import { wordsOf } from '../words/use-words.ts';

/** Why nothing was stored: a newer revision, or what the server says. */
export function refusalText(failure: Error, key: 'notRestored' | 'notRolledBack'): string {
  const t = wordsOf('revisions');
  const isStale = failure instanceof RequestError && failure.code === problemCodes.conflict;
  return t(key, { message: isStale ? t('newerRevision') : failure.message });
}
