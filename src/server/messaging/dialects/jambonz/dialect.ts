/**
 * jambonz, an open server for calls over any SIP trunk, with the base URL `https://{host}/v1`: JSON in both directions, Bearer
 * authentication, `Jambonz-Signature`, documents that are arrays of verbs.
 */

import { textOf } from '#flow/json/json.ts';
import type { Dialect } from '../dialect.ts';
import { errorCodeOf } from '../json-request.ts';
import { translatePost } from './posts.ts';
import { requestOf } from './requests.ts';
import { isSigned, signatureHeader } from './signature.ts';
import { hasVerb, writeCall } from './write.ts';

export const jambonzDialect: Dialect = {
  signatureHeaders: [signatureHeader],
  signsBody: true,
  isSigned,
  translatePost,
  request: requestOf,
  // It answers when the message is sent, and reports nothing later.
  readAccepted: (data, request) => (request.do === 'send-message' ? { ...data, status: 'sent' } : data),
  readError: (data) => ({
    code: errorCodeOf(data.smpp_err_code),
    reason: textOf(data.msg) || textOf(data.message) || textOf(data.error),
  }),
  repliesInResponse: false,
  contentType: 'application/json; charset=utf-8',
  // It waits for 5 s over a WebSocket, and for 10 s for a webhook.
  patienceMs: 4_000,
  has: hasVerb,
  writeCall,
  writeReplies: () => '[]',
};
