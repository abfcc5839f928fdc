/**
 * SignalWire's compatibility API, with the base URL `https://{space}.signalwire.com/api/laml/2010-04-01`: the documented
 * dialect with a signature header of its own, signed with the key of the space, and without what belongs to other products.
 */

import type { MarkupVerb } from '#engine/commands/markup-verb.ts';
import { defaultDialect } from '../default/dialect.ts';
import { isSignedForm } from '../default/signature.ts';
import { defaultSpelling, writeCall } from '../default/write.ts';
import type { Dialect } from '../dialect.ts';
import { firstOf } from '../json-request.ts';

/** The first that a post has counts. */
const signatureHeaders = ['x-signalwire-signature', 'x-twilio-signature'];

export const signalwireDialect: Dialect = {
  ...defaultDialect,
  signatureHeaders,
  isSigned: (key, post) => isSignedForm(key, post, signatureHeaders),
  request(credentials, request) {
    if (request.do === 'add-to-conversation') return { cannot: 'This carrier has no conversations' };
    if (request.do === 'send-message' && request.content !== null)
      return { cannot: 'This carrier keeps no content templates' };
    if (request.do === 'stop-recording' && request.recording === null)
      return { cannot: 'Which recording is in progress is not known' };
    return defaultDialect.request(credentials, request);
  },
  // Its own errors come in a list.
  readError: (data) => defaultDialect.readError(firstOf(data.errors) ?? data),
  has: (verb: MarkupVerb) =>
    !(verb.verb === 'enqueue' && verb.workflow !== '') && !(verb.verb === 'dial' && verb.noun === 'sim'),
  writeCall: (document) => writeCall(document, { ...defaultSpelling, agentSettings: false }),
};
