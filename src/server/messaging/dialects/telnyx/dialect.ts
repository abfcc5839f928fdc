/**
 * Telnyx, with the base URL `https://api.telnyx.com/v2`: calls by TeXML, whose posts and documents have the names of the
 * documented dialect; messages by an API of their own in JSON. Bearer authentication, Ed25519 over time and body.
 */

import { isObject, textOf } from '#flow/json/json.ts';
import { writeCall } from '../default/write.ts';
import type { Dialect } from '../dialect.ts';
import { errorCodeOf, firstOf } from '../json-request.ts';
import { messageStatus, translatePost } from './posts.ts';
import { requestOf } from './requests.ts';
import { isSigned, signatureHeader } from './signature.ts';

export const telnyxDialect: Dialect = {
  signatureHeaders: [signatureHeader],
  signsBody: true,
  isSigned,
  translatePost,
  request: requestOf,
  readAccepted(data, request) {
    // Its recordings have no status: one that has been begun is in progress.
    if (request.do === 'start-recording') return { status: 'in-progress', ...data };
    if (request.do === 'stop-recording') return { ...data, status: 'stopped' };
    if (request.do !== 'send-message') return { ...data, sid: data.sid ?? data.call_sid ?? '' };
    const message = isObject(data.data) ? data.data : {};
    return { sid: textOf(message.id), ...messageStatus(message) };
  },
  readError(data) {
    const error = firstOf(data.errors) ?? {};
    return { code: errorCodeOf(error.code), reason: textOf(error.detail) || textOf(error.title) };
  },
  repliesInResponse: false,
  contentType: 'text/xml; charset=utf-8',
  has(verb) {
    if (verb.verb === 'enqueue') return verb.workflow === '';
    if (verb.verb === 'dial') return verb.noun !== 'client' && verb.noun !== 'sim';
    return verb.verb !== 'pay' && verb.verb !== 'virtual-agent';
  },
  writeCall: (document) => writeCall(document),
  // Posts about messages expect no document.
  writeReplies: () => '',
};
