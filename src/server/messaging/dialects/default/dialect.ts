/** The documented dialect: form-encoded requests with Basic authentication, X-Twilio-Signature, TwiML. */

import type { Dialect } from '../dialect.ts';
import { readError, requestOf } from './requests.ts';
import { isSignedForm } from './signature.ts';
import { writeCall, writeReplies } from './write.ts';

const signatureHeaders = ['x-twilio-signature'];

export const defaultDialect: Dialect = {
  signatureHeaders,
  signsBody: false,
  isSigned: (token, post) => isSignedForm(token, post, signatureHeaders),
  request: requestOf,
  readAccepted: (data) => data,
  readError,
  repliesInResponse: true,
  contentType: 'text/xml; charset=utf-8',
  has: () => true,
  writeCall: (document) => writeCall(document),
  writeReplies,
};
