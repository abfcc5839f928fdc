/**
 * Resolves what a carrier's post is about, and whose it is. The guard of the signature and the handlers both use the
 * result and nothing else of the post to find a row, so they cannot look at different things.
 */

import { hasActiveExecution } from '../../executions/service/lookup.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { CallRow, MessageRow } from '../../platform/database/schema/tables.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Form } from '../../platform/http/form.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { findCall, findCallOf } from '../calls/store.ts';
import { carrierOfAddress, carriersOf, type PostingCarrier } from '../carriers/store.ts';
import { carrierOfConversation } from '../conversations/store.ts';
import { findMessage, findMessageOf } from '../messages/store.ts';
import type { EffectKey, NamedSubject } from './named-subject.ts';

/**
 * `carrier` is that of the call, message or conversation that is acted on, otherwise that of the address; null for the
 * test carrier. `channel` is the address of the flow that a message is for: the one in To, or the messaging service.
 * `flow` is that of the webhook, null at the status callback. `isNewConversation` is true where nothing is stored of the
 * conversation: its carrier is the one that has signed this post.
 */
export type PostSubject = NamedSubject & {
  account: string;
  flow: string | null;
  channel: string;
  carrier: PostingCarrier | null;
  isNewConversation: boolean;
};

type PostTarget = { account: string; flow: string | null };

/** Where the subject was found: its carrier's SID, and the addresses that are its own. */
type Location = {
  carrier: string | null;
  addresses: readonly string[];
  isNewConversation?: boolean;
};

/**
 * `isSignedBy` is called only where nothing is stored of a conversation.
 *
 * @throws Refusal (forbidden) when the post mixes things of different carriers or accounts: a call with another one's
 * command, a call with an address of another carrier, an AccountSid of another account
 */
export async function resolveSubject(
  ctx: ServiceContext,
  { account, flow }: PostTarget,
  named: NamedSubject,
  form: Form,
  isSignedBy: (carrier: PostingCarrier) => boolean,
): Promise<PostSubject> {
  const db = ctx.database.read;
  const carriers = await carriersOf(db, account);
  const channel = await channelOf(db, account, named);
  const lookups = { db, account, form, signer: () => carriers.find(isSignedBy) ?? null };
  // Where every address belongs to the test carrier there is nothing that a post could mix.
  const location = carriers.length === 0 ? null : await locate(lookups, named, channel);
  const carrier = carriers.find(({ sid }) => sid === location?.carrier) ?? null;
  // No one can sign for a carrier that was removed.
  if (carrier === null && location !== null && location.carrier !== null) throw mixed();
  requireAccountSid(form, account, carrier);
  return {
    ...named,
    account,
    flow,
    channel,
    carrier,
    isNewConversation: location?.isNewConversation === true,
  };
}

type Lookups = { db: Queries; account: string; form: Form; signer: () => PostingCarrier | null };

async function locate(lookups: Lookups, named: NamedSubject, channel: string): Promise<Location> {
  const location = await locationOf(lookups, named, channel);
  await requireOwnAddresses(lookups, named, location);
  return location;
}

async function locationOf(lookups: Lookups, named: NamedSubject, channel: string): Promise<Location> {
  const { db, account, form } = lookups;
  switch (named.kind) {
    case 'call': {
      const call = await callOf(lookups, named);
      if (call !== null) return locationOfRow(call);
      const { carrier } = await carrierOfAddress(db, account, named.to);
      return { carrier, addresses: [named.to, named.from] };
    }
    case 'call-report':
    case 'recording-report': {
      const call = await callOf(lookups, named);
      return call === null ? locationOfReport(lookups) : locationOfRow(call);
    }
    case 'message-report': {
      const message = await messageOf(lookups, named);
      return message === null ? locationOfReport(lookups) : locationOfRow(message);
    }
    case 'conversation':
    case 'message':
    case 'return': {
      // The contact may be at an address of the account too, as one flow can write to another.
      const author = form.text('From')?.trim() ?? '';
      const from = 'from' in named ? named.from : author;
      return { ...(await carrierOfChannel(lookups, named, channel)), addresses: [channel, from] };
    }
  }
}

/** SIDs of carriers, and so those of conversations; no phone number. */
const sidFormat = /^[\w-]+$/;

/**
 * An address that is assigned has its carrier, a conversation the one at which it began. One that begins is at the carrier
 * that has signed the post, everything else at the default carrier.
 */
async function carrierOfChannel(
  { db, account, signer }: Lookups,
  { kind }: NamedSubject,
  channel: string,
): Promise<Omit<Location, 'addresses'>> {
  const { carrier, isKnown } = await carrierOfAddress(db, account, channel);
  if (isKnown || !sidFormat.test(channel)) return { carrier };
  const stored = await carrierOfConversation(db, { account, conversation: channel });
  if (stored !== undefined) return { carrier: stored };
  const signed = kind === 'conversation' ? signer() : null;
  return signed === null ? { carrier } : { carrier: signed.sid, isNewConversation: true };
}

function locationOfRow({ carrier, sender, recipient }: CallRow | MessageRow): Location {
  return { carrier, addresses: [sender, recipient] };
}

/** A report of something unknown changes nothing. Its carrier is that of the address that we sent from. */
async function locationOfReport({ db, account, form }: Lookups): Promise<Location> {
  const [from, to] = [form.text('From')?.trim() ?? '', form.text('To')?.trim() ?? ''];
  const sending = await carrierOfAddress(db, account, from);
  const { carrier } = sending.isKnown ? sending : await carrierOfAddress(db, account, to);
  return { carrier, addresses: [from, to] };
}

type Named = { sid: string | null; effect: EffectKey | null };

type Finders<Row> = {
  find(db: Queries, account: string, sid: string): Promise<Row | undefined>;
  findOf(db: Queries, key: EffectKey & { account: string }): Promise<Row | undefined>;
};

const ofCalls: Finders<CallRow> = { find: findCall, findOf: findCallOf };
const ofMessages: Finders<MessageRow> = { find: findMessage, findOf: findMessageOf };

const callOf = (lookups: Lookups, named: Named) => rowOf(lookups, named, ofCalls, ofMessages);

/** An inbound message has no status to report. */
async function messageOf(lookups: Lookups, named: Named): Promise<MessageRow | null> {
  const row = await rowOf(lookups, named, ofMessages, ofCalls);
  return row?.direction === 'outbound' ? row : null;
}

/** @throws Refusal (forbidden) when SID and command are of two rows, or the command is of the `other` kind */
async function rowOf<Row extends CallRow | MessageRow>(
  { db, account }: Lookups,
  { sid, effect }: Named,
  own: Finders<Row>,
  other: Finders<CallRow | MessageRow>,
): Promise<Row | null> {
  const bySid = sid === null ? undefined : await own.find(db, account, sid);
  const byEffect = effect === null ? undefined : await own.findOf(db, { account, ...effect });
  if (bySid !== undefined && byEffect !== undefined && bySid.sid !== byEffect.sid) throw mixed();
  if (effect !== null && byEffect === undefined && (await other.findOf(db, { account, ...effect })))
    throw mixed();
  return bySid ?? byEffect ?? null;
}

/** Fields that hold addresses of the flow, or of what the carrier received the post through. */
const addressFields = ['From', 'To', 'MessagingServiceSid', 'ChatServiceSid', 'InstanceSid'] as const;

/** An address that is assigned to another carrier has no place in the post, unless it is one of the subject's two. */
async function requireOwnAddresses(
  { db, account, form }: Lookups,
  named: NamedSubject,
  { carrier, addresses }: Location,
): Promise<void> {
  const parties: readonly string[] = 'from' in named ? [named.from, named.to] : [];
  const posted = addressFields.map((name) => form.text(name)?.trim() ?? '');
  for (const address of new Set([...parties, ...posted])) {
    if (address === '' || addresses.includes(address)) continue;
    const owner = await carrierOfAddress(db, account, address);
    if (owner.isKnown && owner.carrier !== carrier) throw mixed();
  }
}

/** The post names our account, or its own at the carrier, where it names one. */
function requireAccountSid(form: Form, account: string, carrier: PostingCarrier | null): void {
  const named = form.text('AccountSid') ?? '';
  if (named === '' || named === account || named === carrier?.carrier_account) return;
  throw mixed();
}

/** The same for every mixture, so that a caller does not learn from it which SIDs exist. */
function mixed(): Refusal {
  return new Refusal('forbidden', 'The request names things of different carriers or accounts');
}

/**
 * The flow's address that a message is for. One that came through a messaging service belongs to the execution that
 * writes through it, if there is one; it is also for the service where that is assigned and the number is not.
 */
async function channelOf(db: Queries, account: string, named: NamedSubject): Promise<string> {
  switch (named.kind) {
    case 'call':
      return named.to;
    case 'conversation':
      return named.conversation;
    case 'call-report':
    case 'recording-report':
    case 'message-report':
      return '';
    case 'message':
    case 'return': {
      const { from: contact, to, service } = named;
      if (service === null || service === to) return to;
      for (const channel of [service, to])
        if (await hasActiveExecution(db, { account, contact, channel })) return channel;
      const [number, assigned] = [
        await carrierOfAddress(db, account, to),
        await carrierOfAddress(db, account, service),
      ];
      return assigned.isKnown && !number.isKnown ? service : to;
    }
  }
}
