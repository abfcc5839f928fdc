/** Verified senders: addresses that proved themselves by a link, for accounts without a domain of their own. */

import { type Static, Type } from 'typebox';
import { nullable, oneOf, resource } from '../operation/operation.ts';

/** Of an account in a region. */
export const maxVerifiedSenders = 100;
/** How long the link in the email to the address works. */
export const senderLinkDays = 7;

const optional = {
  from_name: Type.Optional(Type.String({ maxLength: 256 })),
  reply_to_name: Type.Optional(Type.String({ maxLength: 256 })),
  address: Type.Optional(Type.String({ maxLength: 100 })),
  address2: Type.Optional(Type.String({ maxLength: 100 })),
  state: Type.Optional(Type.String({ maxLength: 2 })),
  city: Type.Optional(Type.String({ maxLength: 150 })),
  zip: Type.Optional(Type.String({ maxLength: 10 })),
  country: Type.Optional(Type.String({ maxLength: 100 })),
};
const required = {
  nickname: Type.String({ minLength: 1, maxLength: 100 }),
  from_email: Type.String({ minLength: 3, maxLength: 256 }),
  reply_to: Type.String({ minLength: 3, maxLength: 256 }),
};

export const newVerifiedSenderSchema = Type.Object({ ...required, ...optional });
export type NewVerifiedSender = Static<typeof newVerifiedSenderSchema>;

export const verifiedSenderChangeSchema = Type.Object({
  nickname: Type.Optional(required.nickname),
  from_email: Type.Optional(required.from_email),
  reply_to: Type.Optional(required.reply_to),
  ...optional,
});
export type VerifiedSenderChange = Static<typeof verifiedSenderChangeSchema>;

/** Why a link could not be sent: `no_from` is MAIL_FROM without an address, `not_sent` what the relay says. */
export const senderProblems = ['too_many', 'no_from', 'not_sent'] as const;

export type SenderProblem = (typeof senderProblems)[number];

export const verifiedSenderSchema = resource('VerifiedSender', {
  id: Type.Integer(),
  nickname: Type.String(),
  from_email: Type.String(),
  from_name: Type.String(),
  reply_to: Type.String(),
  reply_to_name: Type.String(),
  address: Type.String(),
  address2: Type.String(),
  state: Type.String(),
  city: Type.String(),
  zip: Type.String(),
  country: Type.String(),
  verified: Type.Boolean(),
  locked: Type.Boolean(),
  problem: nullable(Type.String({ description: 'Why the link could not be sent to the address.' })),
  problem_kind: nullable(oneOf(senderProblems)),
  problem_reply: nullable(Type.String({ description: 'What the relay said, where it was asked.' })),
});
export type VerifiedSender = Static<typeof verifiedSenderSchema>;

export const verifiedSenderListSchema = resource('VerifiedSenderList', {
  results: Type.Array(verifiedSenderSchema),
});

export const senderStepsSchema = resource('VerifiedSenderSteps', {
  results: Type.Object({ domain_verified: Type.Boolean(), sender_verified: Type.Boolean() }),
});

export const senderDomainsSchema = resource('VerifiedSenderDomains', {
  results: Type.Object({
    soft_failures: Type.Array(Type.String()),
    hard_failures: Type.Array(Type.String()),
  }),
});

export const senderRuleSchema = resource('SenderRule', {
  known_only: Type.Boolean({
    description: 'Whether email from other addresses than proven domains and verified senders is refused.',
  }),
});
