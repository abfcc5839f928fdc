/** The built-in mailbox as a mail server: it takes everything, but for addresses that show how others answer. */

import type { SmtpReply } from '../smtp/client.ts';

/** Mail to this domain never leaves the house, and the names below answer as a server would. */
const mailboxDomain = 'mailbox.test';

/** What comes after a plus sign in the name is left out: each address can be suppressed by itself. */
const replies: Readonly<Record<string, (attempt: number) => Pick<SmtpReply, 'code' | 'text'>>> = {
  bounce: () => ({ code: 550, text: '550 5.1.1 No such user here' }),
  blocked: () => ({ code: 554, text: '554 5.7.1 Message refused by policy' }),
  deferred: (attempt) =>
    attempt <= 2 ? { code: 451, text: '451 4.2.1 The mailbox is busy, try again later' } : accepted,
  full: () => ({ code: 552, text: '552 5.2.2 The mailbox is full' }),
};

const accepted = { code: 250, text: '250 2.0.0 Kept in the built-in mailbox' };

/** The answer to the attempt with that number, counted from 1. `email` is in small letters. */
export function mailboxReply(email: string, attempt: number): SmtpReply {
  const reply = replies[localNameOf(email)]?.(attempt) ?? accepted;
  return { ...reply, tls: false };
}

/** True for the address whose owner calls every mail spam as soon as it is there. */
export function reportsSpamImmediately(email: string): boolean {
  return localNameOf(email) === 'spam';
}

function localNameOf(email: string): string {
  const [local = '', domain] = email.split('@');
  return domain === mailboxDomain ? (local.split('+')[0] ?? '') : '';
}
