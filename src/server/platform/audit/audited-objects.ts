/** The name and state of what is audited, in short. Nothing here may hold data of a contact: addresses, texts, contexts. */

import { sql } from 'kysely';
import type { AuditedObject } from '#api/operation/audit.ts';
import { isSid, type SidPrefix } from '#api/sid.ts';
import type { Queries } from '../database/database.ts';
import type { Tables } from '../database/schema/tables.ts';
import { shardOfAccount, shardOfExecution } from '../database/shard.ts';

export type ObjectState = { name: string | null; state: Record<string, string | number | null> };

export type ObjectKey = { account: string; id: string };

type Column<T extends keyof Tables> = keyof Tables[T] & string;

/** Where the state of a kind is: the column of its id, of its name, and those of its fields by what they are called. */
type Stored<T extends keyof Tables> = {
  prefix?: SidPrefix;
  table: T;
  id: Column<T>;
  name: Column<T> | null;
  fields: { readonly [field: string]: Column<T> };
  shard?: 'account' | 'execution';
  /** Its id is a number, and so is what it is compared with. */
  numbered?: true;
  /** Its rows stay for a while after their deletion. */
  deletable?: true;
};

type Kind = {
  /** Of its SIDs. */
  prefix?: SidPrefix;
  find(db: Queries, key: ObjectKey): Promise<ObjectState | undefined>;
};

const nothingKnown = async (): Promise<undefined> => undefined;

/** A kind without a state that is shown is known by its id alone. */
export const auditedKinds: { readonly [Kind_ in AuditedObject]: Kind } = {
  account: {
    prefix: 'AC',
    async find(db, { account, id }) {
      const query = db.selectFrom('accounts').select(['name', 'username', 'closed_at']).where('sid', '=', id);
      // The installation, whose chain has no account, has all of them.
      const row = await (account === ''
        ? query
        : query.where((eb) => eb.or([eb('sid', '=', account), eb('parent', '=', account)]))
      ).executeTakeFirst();
      if (row === undefined) return undefined;
      const { name, username, closed_at } = row;
      const Status = closed_at === null ? 'active' : 'closed';
      return { name, state: { FriendlyName: name, Username: username, Status } };
    },
  },
  account_key: stored({
    ...{ prefix: 'SK', table: 'account_keys', id: 'sid', name: 'name' },
    fields: { Role: 'role', ApprovesPublishing: 'approves_publishing' },
  }),
  address: stored({
    ...{ prefix: 'PN', table: 'addresses', id: 'sid', name: 'address' },
    fields: { FlowSid: 'flow', CarrierSid: 'carrier' },
  }),
  alert: stored({
    ...{ prefix: 'AL', table: 'alerts', id: 'sid', name: 'kind' },
    fields: { AcknowledgedBy: 'acknowledged_by', SilencedUntil: 'silenced_until' },
  }),
  alert_rule: { find: nothingKnown },
  audit_log: { find: nothingKnown },
  carrier: stored({
    ...{ prefix: 'CR', table: 'carriers', id: 'sid', name: 'name' },
    fields: {
      FriendlyName: 'name',
      Dialect: 'dialect',
      BaseUrl: 'base_url',
      ApplicationSid: 'application',
      CarrierAccountSid: 'carrier_account',
      ConversationsUrl: 'conversations_url',
      CheckSignatures: 'checks_signatures',
      Default: 'is_default',
    },
  }),
  chat_channel: stored({
    ...{ prefix: 'CH', table: 'chat_channels', id: 'sid', name: null },
    ...{ fields: { FlowSid: 'flow' }, shard: 'account' },
  }),
  directory_user: {
    prefix: 'US',
    async find(db, { account, id }) {
      const row = await db
        .selectFrom('directory_users')
        .innerJoin('identity_providers', 'identity_providers.sid', 'directory_users.provider')
        .innerJoin('people', 'people.sid', 'directory_users.person')
        .select(['people.name', 'people.email', 'directory_users.external_id', 'directory_users.blocked_at'])
        .where('identity_providers.account', '=', account)
        .where('directory_users.person', '=', id)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const { name, email: Email, external_id: ExternalId } = row;
      return {
        name,
        state: { Name: name, Email, ExternalId, Status: row.blocked_at === null ? 'active' : 'blocked' },
      };
    },
  },
  email: { find: nothingKnown },
  email_batch: stored({
    ...{ table: 'scheduled_sends', id: 'batch_id', name: null },
    fields: { status: 'status' },
  }),
  email_delivery: { find: nothingKnown },
  email_domain: stored({
    ...{ numbered: true, table: 'sending_domains', id: 'id', name: 'domain' },
    fields: { default: 'is_default', signing_key: 'signing', signs: 'signs', returns: 'returns' },
  }),
  email_group: stored({
    ...{ numbered: true, table: 'suppression_groups', id: 'id', name: 'name' },
    fields: { name: 'name', description: 'description', is_default: 'is_default' },
  }),
  email_key: stored({ table: 'email_keys', id: 'id', name: 'name', fields: { name: 'name' } }),
  email_link: stored({
    ...{ numbered: true, table: 'link_domains', id: 'id', name: 'domain' },
    fields: { subdomain: 'subdomain', default: 'is_default', valid: 'valid' },
  }),
  email_parse_setting: stored({
    ...{ table: 'parse_settings', id: 'hostname', name: 'hostname' },
    fields: {
      url: 'url',
      spam_check: 'spam_check',
      send_raw: 'send_raw',
      security_policy: 'security_policy',
    },
  }),
  email_policy: stored({
    ...{ table: 'webhook_policies', id: 'id', name: 'name' },
    fields: { name: 'name', oauth_client_id: 'oauth_client_id' },
  }),
  email_sender: stored({
    ...{ numbered: true, table: 'verified_senders', id: 'id', name: 'from_email' },
    fields: { from_email: 'from_email', verified_at: 'verified_at' },
  }),
  email_alert: stored({
    ...{ numbered: true, table: 'email_alerts', id: 'id', name: 'email_to' },
    fields: { email_to: 'email_to', frequency: 'frequency', percentage: 'percentage' },
  }),
  email_settings: { find: nothingKnown },
  contact: { find: nothingKnown },
  email_suppressions: { find: nothingKnown },
  email_template: stored({
    ...{ deletable: true, table: 'email_templates', id: 'id', name: 'name' },
    fields: { name: 'name' },
  }),
  email_webhook: stored({
    ...{ deletable: true, table: 'event_webhooks', id: 'id', name: 'friendly_name' },
    fields: { friendly_name: 'friendly_name', url: 'url', enabled: 'enabled' },
  }),
  erasure: stored({
    prefix: 'ER',
    table: 'erasures',
    id: 'sid',
    name: null,
    fields: { CompletedAt: 'completed_at' },
  }),
  execution: stored({
    ...{ prefix: 'FN', table: 'executions', id: 'sid', name: null },
    ...{ fields: { Status: 'status', FlowSid: 'flow' }, shard: 'execution' },
  }),
  execution_batch: stored({
    ...{ prefix: 'EB', table: 'execution_batches', id: 'sid', name: null },
    fields: { Action: 'action', Status: 'status', Total: 'total' },
  }),
  flow: {
    prefix: 'FW',
    async find(db, { account, id }) {
      const row = await db
        .selectFrom('flows')
        .select(['friendly_name', 'status', 'revision', 'published_revision', 'needs_approval', 'tags'])
        .select((eb) =>
          eb
            .selectFrom('test_users')
            .select((of) => of.fn.countAll<number>().as('count'))
            .whereRef('test_users.flow', '=', 'flows.sid')
            .as('test_users'),
        )
        .where('sid', '=', id)
        .where('account', '=', account)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const state = {
        FriendlyName: row.friendly_name,
        Status: row.status,
        Revision: row.revision,
        PublishedRevision: row.published_revision,
        NeedsApproval: truthOf(row.needs_approval),
        Tags: (JSON.parse(row.tags) as string[]).join(', '),
        TestUsers: Number(row.test_users ?? 0),
      };
      return { name: row.friendly_name, state };
    },
  },
  flow_test: stored({
    prefix: 'FE',
    table: 'flow_tests',
    id: 'sid',
    name: 'name',
    fields: { FlowSid: 'flow', Name: 'name' },
  }),
  group: stored({ prefix: 'GR', table: 'people_groups', id: 'sid', name: 'name', fields: { Name: 'name' } }),
  identity_provider: stored({
    ...{ prefix: 'IP', table: 'identity_providers', id: 'sid', name: 'name' },
    fields: { Name: 'name', Issuer: 'issuer', ClientId: 'client_id', Scopes: 'scopes', Enabled: 'enabled' },
  }),
  invitation: stored({
    prefix: 'IV',
    table: 'invitations',
    id: 'sid',
    name: 'email',
    fields: { Email: 'email', Role: 'role' },
  }),
  job: stored({ table: 'jobs', id: 'key', name: 'kind', fields: {} }),
  member: {
    prefix: 'US',
    async find(db, { account, id }) {
      const row = await db
        .selectFrom('members')
        .innerJoin('people', 'people.sid', 'members.person')
        .select(['people.name', 'members.role', 'members.blocked_at'])
        .where('members.account', '=', account)
        .where('members.person', '=', id)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const Status = row.blocked_at === null ? 'active' : 'blocked';
      return { name: row.name, state: { Role: row.role, Status } };
    },
  },
  person: {
    prefix: 'US',
    async find(db, { id }) {
      const row = await db
        .selectFrom('people')
        .select(['name', 'email'])
        .where('sid', '=', id)
        .executeTakeFirst();
      return row && { name: row.name, state: { Name: row.name, Email: row.email } };
    },
  },
  personal_token: stored({
    ...{ prefix: 'SK', table: 'account_keys', id: 'sid', name: 'name' },
    fields: { Role: 'role', Scopes: 'scopes' },
  }),
  retention: {
    async find(db, { account }) {
      const data = await db
        .selectFrom('retention_settings')
        .select('period_ms as ms')
        .where('account', '=', account)
        .executeTakeFirst();
      const log = await db
        .selectFrom('audit_chains')
        .select('kept_ms as ms')
        .where('shard', '=', shardOfAccount(account))
        .where('account', '=', account)
        .executeTakeFirst();
      const days = (row?: { ms: number | null }) => (row?.ms == null ? null : row.ms / dayMs);
      return { name: null, state: { Days: days(data), AuditDays: days(log) } };
    },
  },
  service_endpoint: stored({
    ...{ table: 'service_endpoints', id: 'kind', name: 'kind' },
    fields: { Endpoint: 'url' },
  }),
  session: { find: nothingKnown },
  // Its account is that of the membership, which may be a lower one.
  sign_in_rule: { prefix: 'SR', find: nothingKnown },
  sign_in_settings: { find: nothingKnown },
  sink: stored({
    ...{ prefix: 'DG', table: 'sinks', id: 'sid', name: 'destination' },
    ...{ fields: { Destination: 'destination', Kinds: 'kinds', Status: 'status' }, shard: 'account' },
  }),
  sync_object: stored({
    ...{ prefix: 'ET', table: 'sync_objects', id: 'sid', name: null },
    ...{ fields: { Revision: 'revision' }, shard: 'account' },
  }),
  task: stored({
    prefix: 'WT',
    table: 'tasks',
    id: 'sid',
    name: null,
    fields: { Status: 'status', FlowSid: 'flow' },
  }),
};

const dayMs = 86_400_000;

/** Kinds of which nothing is known but the id: no row says whether there is such an object. */
export function hasState(kind: AuditedObject): boolean {
  return auditedKinds[kind].find !== nothingKnown;
}

/** A column of 0 and 1 is shown as a boolean. */
const truthColumns = new Set([
  ...['approves_publishing', 'checks_signatures', 'is_default', 'enabled', 'spam_check', 'send_raw'],
  ...['signs', 'returns'],
]);

const truthOf = (value: unknown) => (value === 0 || value === null ? 'false' : 'true');

function stored<T extends keyof Tables>({
  prefix,
  table,
  id,
  name,
  fields,
  shard,
  numbered,
  deletable,
}: Stored<T>): Kind {
  const columns = [...new Set<string>([...(name === null ? [] : [name]), ...Object.values(fields), id])];
  return {
    ...(prefix && { prefix }),
    async find(db, key) {
      if (numbered && !/^\d{1,9}$/.test(key.id)) return undefined;
      const shardOf = shard === 'account' ? shardOfAccount(key.account) : shardOfExecution(key.id);
      const inShard = shard === undefined ? sql`` : sql`and shard = ${shardOf}`;
      const isThere = deletable === undefined ? sql`` : sql`and deleted_at is null`;
      const { rows } = await sql<Record<string, string | number | null>>`
        select ${sql.join(columns.map((each) => sql.ref(each)))} from ${sql.table(table)}
        where account = ${key.account} and ${sql.ref(id)} = ${key.id} ${inShard} ${isThere} limit 1`.execute(
        db,
      );
      const [row] = rows;
      if (row === undefined) return undefined;
      const state = Object.entries(fields).map(([field, column]) => {
        const value = row[column] ?? null;
        return [field, truthColumns.has(column) ? truthOf(value) : value] as const;
      });
      const own = name === null ? null : row[name];
      return {
        name: own === null || own === undefined ? null : String(own),
        state: Object.fromEntries(state),
      };
    },
  };
}

/** The parameter of a path that names an object of the kind: by its SID, else the first. */
export function objectIn(kind: AuditedObject, params: Readonly<Record<string, unknown>>): string | null {
  const values = Object.values(params).map(String);
  const { prefix } = auditedKinds[kind];
  const found = prefix === undefined ? values[0] : values.find((each) => isSid(prefix, each));
  return found ?? null;
}
