/** What `patchbay apply` can set: a row for each list of its file, with how the server lists, makes, changes and deletes one. */

import type { createAccount } from '#api/accounts/operations.ts';
import type { AccountResource } from '#api/accounts/schemas.ts';
import type { FlowResource } from '#api/flows/schemas.ts';
import type { FlowTags } from '#api/flows/tags.ts';
import type { CarrierResource } from '#api/messaging/carrier-operations.ts';
import type { AddressResource } from '#api/messaging/operations.ts';
import type { ResponseBody } from '#api/operation/operation.ts';
import { paths } from '#api/paths.ts';
import type { createInvitation } from '#api/people/operations.ts';
import type { InvitationResource, MemberResource } from '#api/people/schemas.ts';
import type { SinkResource } from '#api/sinks/operations.ts';
import { canonicalText } from '#flow/canonical/canonical.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { diff } from '#flow/diff/diff.ts';
import { summarizeChanges } from '#flow/diff/summarize-changes.ts';
import { isObject } from '#flow/json/json.ts';
import { CommandError } from '../command.ts';
import type { FormValue, ServerClient } from '../server-client.ts';
import type { Entry, Secret } from './schema.ts';

/** What the kinds need: the server, the flows of the files, secrets, and the SIDs of what has been listed or made. */
export type ApplyContext = {
  client: ServerClient;
  /** The flow of a file that the list of flows names. */
  definitionOf(file: string): FlowDefinition;
  secretValue(secret: Secret): string;
  /** Whether secrets are sent to what exists, too: no comparison can tell whether they differ. */
  sendsSecrets: boolean;
  /** By section and name. @throws CommandError when there is none */
  sidOf(section: ListSection, name: string): string;
  noteSid(section: ListSection, name: string, sid: string): void;
  /** For what the server shows once. */
  say(line: string): void;
};

export type Values = Record<string, unknown>;

/** One of the server; `values` are in the words of the file. */
export type Existing = { name: string; sid: string; values(): Promise<Values> };

export type ListSection = 'subaccounts' | 'members' | 'carriers' | 'flows' | 'numbers' | 'webhooks';

export type Kind<Name extends ListSection = ListSection> = {
  section: Name;
  /** One of them, for the lines of the plan. */
  one: string;
  nameOf(entry: Entry<Name>): string;
  list(context: ApplyContext): Promise<Existing[]>;
  /** What can be compared; a key that the entry leaves out is not compared. */
  valuesOf(entry: Entry<Name>, context: ApplyContext): Values;
  create(entry: Entry<Name>, context: ApplyContext): Promise<void>;
  /** Without it one cannot be changed. */
  change?(existing: Existing, entry: Entry<Name>, changed: string[], context: ApplyContext): Promise<void>;
  /** Without it --prune deletes none. */
  remove?(existing: Existing, context: ApplyContext): Promise<void>;
  /** Lines that say more about a change than the names of the values. */
  details?(existing: Existing, entry: Entry<Name>, context: ApplyContext): Promise<string[]>;
  /** Whether an entry has secrets: with --secrets they are sent even where nothing else differs. */
  hasSecrets?(entry: Entry<Name>): boolean;
};

const withoutSlash = (url: string) => url.replace(/\/+$/, '');
const known = (values: Values): (() => Promise<Values>) => {
  return async () => values;
};

const subaccounts: Kind<'subaccounts'> = {
  section: 'subaccounts',
  one: 'subaccount',
  nameOf: ({ name }) => name,
  async list({ client }) {
    const accounts = await client.list<AccountResource>(paths.accounts);
    return accounts
      .filter(({ parent_sid, status }) => parent_sid !== null && status !== 'closed')
      .map(({ sid, friendly_name: name, username }) => ({ name, sid, values: known({ username }) }));
  },
  valuesOf: ({ username }) => ({ username }),
  async create({ name, username }, { client, say }) {
    const form = { FriendlyName: name, Username: username };
    const { sid, auth_token } = await client.post<ResponseBody<typeof createAccount>>(paths.accounts, form);
    say(`  its credentials, shown this once: ${sid}:${auth_token}`);
  },
  // With an account all that is in it would go: it is closed by hand, and never pruned.
};

const members: Kind<'members'> = {
  section: 'members',
  one: 'member',
  nameOf: ({ email }) => email.toLowerCase(),
  async list({ client }) {
    const joined = await client.list<MemberResource>(paths.members);
    const invited = await client.list<InvitationResource>(paths.invitations);
    return [
      ...joined.flatMap(({ email, sid, comes_from }) => {
        // What a group or a rule gives is theirs.
        const direct = comes_from.find(({ kind }) => kind === 'direct');
        return direct === undefined ? [] : [{ name: email, sid, values: known({ role: direct.role }) }];
      }),
      ...invited.map(({ email, sid, role }) => ({ name: email, sid, values: known({ role }) })),
    ].map((each) => ({ ...each, name: each.name.toLowerCase() }));
  },
  valuesOf: ({ role }) => ({ role }),
  create: (entry, context) => invite(entry, context),
  change: ({ sid }, entry, _, context) =>
    sid.startsWith('IV')
      ? invite(entry, context)
      : context.client.post(paths.member(sid), { Role: entry.role }),
  remove: ({ sid }, { client }) =>
    client.remove(sid.startsWith('IV') ? paths.invitation(sid) : paths.member(sid)),
};

async function invite({ email, role }: Entry<'members'>, { client, say }: ApplyContext): Promise<void> {
  const form = { Email: email, Role: role };
  const { link } = await client.post<ResponseBody<typeof createInvitation>>(paths.invitations, form);
  if (link !== undefined) say(`  the link of the invitation, shown this once: ${link}`);
}

const carriers: Kind<'carriers'> = {
  section: 'carriers',
  one: 'carrier',
  nameOf: ({ name }) => name,
  async list({ client }) {
    const resources = await client.list<CarrierResource>(paths.carriers);
    return resources.map((carrier) => ({
      name: carrier.friendly_name,
      sid: carrier.sid,
      values: known({
        dialect: carrier.dialect,
        base_url: withoutSlash(carrier.base_url),
        account: carrier.carrier_account_sid,
        application: carrier.application_sid,
        check_signatures: carrier.check_signatures,
        default: carrier.is_default,
      }),
    }));
  },
  valuesOf: ({ dialect, base_url, account, application, check_signatures, default: isDefault }) => ({
    dialect,
    base_url: withoutSlash(base_url),
    account,
    application,
    check_signatures,
    default: isDefault,
  }),
  async create(entry, context) {
    const form = { FriendlyName: entry.name, ...carrierForm(entry), ...carrierSecrets(entry, context) };
    const { sid } = await context.client.post<CarrierResource>(paths.carriers, form);
    context.noteSid('carriers', entry.name, sid);
  },
  change({ sid }, entry, _, context) {
    const secrets = context.sendsSecrets ? carrierSecrets(entry, context) : {};
    return context.client.post(paths.carrier(sid), { ...carrierForm(entry), ...secrets });
  },
  remove: ({ sid }, { client }) => client.remove(paths.carrier(sid)),
  hasSecrets: () => true,
};

function carrierForm(entry: Entry<'carriers'>): Record<string, FormValue> {
  return {
    Dialect: entry.dialect,
    BaseUrl: entry.base_url,
    CarrierAccountSid: entry.account,
    ApplicationSid: entry.application,
    CheckSignatures: entry.check_signatures,
    Default: entry.default,
  };
}

function carrierSecrets({ token, signing_key }: Entry<'carriers'>, { secretValue }: ApplyContext) {
  return { AuthToken: secretValue(token), SigningKey: signing_key && secretValue(signing_key) };
}

const flows: Kind<'flows'> = {
  section: 'flows',
  one: 'flow',
  nameOf: ({ name }) => name,
  async list({ client }) {
    const resources = await client.list<FlowResource>(paths.flows);
    return resources.map(({ sid, friendly_name: name }) => ({
      name,
      sid,
      async values() {
        const { definition, status } = await client.fetchFlow(sid);
        const { tags } = await client.fetch<FlowTags>(paths.flowTags(sid));
        return {
          definition: definition && canonicalText(definition),
          publish: status === 'published',
          tags,
        };
      },
    }));
  },
  valuesOf: ({ file, publish, tags }, { definitionOf }) => ({
    definition: canonicalText(definitionOf(file)),
    // A draft that is wanted does not take back what is published.
    publish: publish === true ? true : undefined,
    tags,
  }),
  async create({ name, file, publish, tags }, { client, definitionOf, noteSid }) {
    const { sid } = await client.createFlow({
      FriendlyName: name,
      Status: publish === true ? 'published' : 'draft',
      Definition: JSON.stringify(definitionOf(file)),
      Source: 'cli',
    });
    noteSid('flows', name, sid);
    if (tags !== undefined) await client.post(paths.flowTags(sid), { Tags: tagsOf(tags) });
  },
  async change({ sid }, { file, publish, tags }, changed, { client, definitionOf }) {
    if (changed.includes('definition') || changed.includes('publish')) {
      const { definition: before, revision } = await client.fetchFlow(sid);
      const definition = definitionOf(file);
      await client.updateFlow(sid, {
        Status: publish === true ? 'published' : 'draft',
        Definition: JSON.stringify(definition),
        ...(before !== null && { CommitMessage: summarizeChanges(diff(before, definition).changes) }),
        BaseRevision: revision,
        Source: 'cli',
      });
    }
    if (changed.includes('tags')) await client.post(paths.flowTags(sid), { Tags: tagsOf(tags ?? []) });
  },
  remove: ({ sid }, { client }) => client.remove(paths.flow(sid)),
  async details({ values }, { file }, { definitionOf }) {
    const { definition } = await values();
    if (typeof definition !== 'string') return [];
    const before: unknown = JSON.parse(definition);
    return isObject(before)
      ? diff(before as FlowDefinition, definitionOf(file)).changes.map(({ text }) => text)
      : [];
  },
};

/** One empty value clears the list. */
const tagsOf = (tags: readonly string[]) => (tags.length === 0 ? [''] : tags);

const numbers: Kind<'numbers'> = {
  section: 'numbers',
  one: 'number',
  nameOf: ({ address }) => address,
  async list({ client }) {
    const resources = await client.list<AddressResource>(paths.addresses);
    return resources.map(({ address: name, sid, flow_sid, carrier_sid }) => ({
      name,
      sid,
      values: known({ flow: flow_sid, carrier: carrier_sid }),
    }));
  },
  valuesOf: ({ flow, carrier }, context) => ({
    flow: sidOrNull('flows', flow, context),
    carrier: carrier === undefined ? null : sidOrNull('carriers', carrier, context),
  }),
  create: assign,
  change: (_, entry, __, context) => assign(entry, context),
  remove: ({ sid }, { client }) => client.remove(paths.address(sid)),
};

/** The SID of what there is by that name; the name where it is made by this very file. */
function sidOrNull(section: ListSection, name: string, { sidOf }: ApplyContext): string {
  try {
    return sidOf(section, name);
  } catch (error) {
    if (error instanceof CommandError) return name;
    throw error;
  }
}

async function assign({ address, flow, carrier }: Entry<'numbers'>, { client, sidOf }: ApplyContext) {
  await client.post(paths.addresses, {
    Address: address,
    FlowSid: sidOf('flows', flow),
    CarrierSid: carrier === undefined ? undefined : sidOf('carriers', carrier),
  });
}

const webhooks: Kind<'webhooks'> = {
  section: 'webhooks',
  one: 'webhook',
  nameOf: ({ url }) => url,
  async list({ client }) {
    const resources = await client.list<SinkResource>(paths.sinks);
    return resources.map(({ destination: name, sid, kinds, is_signed: signed }) => ({
      name,
      sid,
      values: known({ events: [...kinds].sort(), signed }),
    }));
  },
  valuesOf: ({ events, secret }) => ({ events: [...events].sort(), signed: secret !== undefined }),
  async create(entry, context) {
    const form = { Destination: entry.url, Kinds: entry.events, Secret: secretOf(entry, context) };
    await context.client.post(paths.sinks, form);
  },
  change({ sid }, entry, changed, context) {
    const isSent = context.sendsSecrets || changed.includes('signed');
    const Secret = isSent ? (secretOf(entry, context) ?? '') : undefined;
    return context.client.post(paths.sink(sid), { Kinds: entry.events, Secret });
  },
  remove: ({ sid }, { client }) => client.remove(paths.sink(sid)),
  hasSecrets: ({ secret }) => secret !== undefined,
};

const secretOf = ({ secret }: Entry<'webhooks'>, { secretValue }: ApplyContext) =>
  secret && secretValue(secret);

/** Each after those that it refers to; deletions go the other way. */
export const kinds: readonly Kind[] = [subaccounts, members, carriers, flows, numbers, webhooks];
