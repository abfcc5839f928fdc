/** /v3/verified_senders: addresses that proved themselves by a link, and the rule that only known senders may send. */

import { Type } from 'typebox';
import { errorResponses } from '../error.ts';
import { emailOperationsIn } from '../operation.ts';
import { emailPaths } from '../paths.ts';
import {
  maxVerifiedSenders,
  newVerifiedSenderSchema,
  senderDomainsSchema,
  senderLinkDays,
  senderRuleSchema,
  senderStepsSchema,
  verifiedSenderChangeSchema,
  verifiedSenderListSchema,
  verifiedSenderSchema,
} from '../verified-senders.ts';

const operation = emailOperationsIn('Email: verified senders');
const one = { id: Type.String({ description: 'The id of a verified sender.' }) };
const scope = 'sender_verification_eligible';

const rules = {
  from_email: `An address that the account has not added yet; ${maxVerifiedSenders} at most.`,
  reply_to: 'An address.',
};

export const createVerifiedSender = operation({
  id: 'CreateVerifiedSender',
  permission: 'email.write',
  method: 'POST',
  audit: { object: 'email_sender', shows: ['nickname', 'from_email'] },
  path: emailPaths.verifiedSenders,
  summary: 'Create a verified sender',
  note: `A link is sent to the address, which works for ${senderLinkDays} days.`,
  rules,
  scope,
  json: newVerifiedSenderSchema,
  responses: { 201: { text: 'The sender.', schema: verifiedSenderSchema } },
});

export const listVerifiedSenders = operation({
  id: 'ListVerifiedSender',
  permission: 'email.read',
  method: 'GET',
  path: emailPaths.verifiedSenders,
  summary: 'List verified senders',
  scope,
  query: {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxVerifiedSenders })),
    lastSeenID: Type.Optional(Type.Integer({ minimum: 0 })),
    id: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  responses: { 200: { text: 'The senders, by id.', schema: verifiedSenderListSchema } },
});

export const updateVerifiedSender = operation({
  id: 'UpdateVerifiedSender',
  permission: 'email.write',
  method: 'PATCH',
  audit: { object: 'email_sender', shows: ['nickname', 'from_email'] },
  path: emailPaths.verifiedSender.template,
  summary: 'Update a verified sender',
  note: 'Another address has to be verified again, by a link that is sent to it.',
  rules,
  scope,
  params: one,
  json: verifiedSenderChangeSchema,
  responses: { 200: { text: 'The sender.', schema: verifiedSenderSchema } },
});

export const deleteVerifiedSender = operation({
  id: 'DeleteVerifiedSender',
  permission: 'email.write',
  method: 'DELETE',
  audit: { object: 'email_sender' },
  path: emailPaths.verifiedSender.template,
  summary: 'Delete a verified sender',
  scope,
  params: one,
  responses: { 204: { text: 'Deleted.' } },
});

export const resendVerifiedSender = operation({
  id: 'ResendVerifiedSender',
  permission: 'email.write',
  method: 'POST',
  audit: { object: 'email_sender' },
  path: emailPaths.verifiedSenderResend.template,
  summary: 'Send the link to a sender once more',
  note: 'The link before does not work any more. Where it cannot be sent, `problem` of the sender says why.',
  rules: { id: 'A sender that is not verified yet.' },
  scope,
  params: one,
  responses: { 204: { text: 'Sent.' }, ...errorResponses(400) },
});

export const verifySenderToken = operation({
  id: 'VerifySenderToken',
  permission: 'email.write',
  method: 'GET',
  audit: { none: 'The owner of an address decides about it.' },
  path: emailPaths.verifiedSenderToken.template,
  summary: 'Verify a sender with the token of its link',
  scope,
  requestsPerMinute: 120,
  params: { token: Type.String({ description: 'What the link in the email has after t=.' }) },
  responses: { 204: { text: 'Verified.' } },
});

export const fetchSenderSteps = operation({
  id: 'ListVerifiedSenderStepsCompleted',
  permission: 'email.read',
  method: 'GET',
  path: emailPaths.verifiedSenderSteps,
  summary: 'Whether the account has a proven domain, and a verified sender',
  scope,
  responses: { 200: { text: 'The steps.', schema: senderStepsSchema } },
});

export const listSenderDomains = operation({
  id: 'ListVerifiedSenderDomain',
  permission: 'email.read',
  method: 'GET',
  path: emailPaths.verifiedSenderDomains,
  summary: 'Domains of mailbox providers whose policy refuses email that others send in their name',
  scope,
  responses: { 200: { text: 'The domains.', schema: senderDomainsSchema } },
});

export const fetchSenderRule = operation({
  id: 'FetchSenderRule',
  permission: 'email.read',
  method: 'GET',
  path: emailPaths.senderRule,
  summary: 'Whether only known senders may send',
  scope,
  responses: { 200: { text: 'The rule.', schema: senderRuleSchema } },
});

export const updateSenderRule = operation({
  id: 'UpdateSenderRule',
  permission: 'email.write',
  method: 'PATCH',
  audit: { object: 'email_sender', shows: ['known_only'] },
  path: emailPaths.senderRule,
  summary: 'Let only known senders send, or all',
  scope,
  json: senderRuleSchema,
  responses: { 200: { text: 'The rule.', schema: senderRuleSchema } },
});
