/** Operations of /v1/AuditEvents: who changed or saw what, its hash chain, and files of it. */

import { type Static, Type } from 'typebox';
import { auditedObjects } from '../operation/audit.ts';
import { nullable, oneOf, operationsIn, resource, sid, text, time, url } from '../operation/operation.ts';
import { pageOf, pageQuery } from '../operation/page-schema.ts';
import { paths } from '../paths.ts';
import { chainProblems, maxBreaks } from './breaks.ts';

const operation = operationsIn('Audit log');

/** How an actor was authenticated, or what it is. */
export const actorKinds = ['session', 'token', 'key', 'rule', 'operator', 'server', 'nobody'] as const;

const by = oneOf(
  actorKinds,
  'A session of the page, the token of the account, an API key or a personal token, a rule, the command line, the server, or an unknown actor.',
);
const optionalText = (description: string) => nullable(Type.String({ description }));
const hash = (description: string) => nullable(Type.String({ pattern: '^[0-9a-f]{64}$', description }));

/** The time to the millisecond. */
const instant = Type.String({
  format: 'date-time',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$',
});

const changeSchema = resource('AuditChange', {
  field: Type.String(),
  before: optionalText('Cut short.'),
  after: optionalText('Cut short.'),
  is_secret: Type.Boolean({ description: 'It was given; the value is never kept.' }),
});

/** Of an event what its hash is of, without the hash itself: `docs/guides/audit.md` says how to compute it. */
const recordFields = {
  sid: sid('AE'),
  account_sid: nullable(sid('AC')),
  sequence: nullable(
    Type.Integer({ minimum: 1, description: 'Its number in the chain; null until it is written there.' }),
  ),
  date: instant,
  operation: Type.String({ description: 'The operationId, or what the server recorded by itself.' }),
  by,
  actor_sid: optionalText('SID of the member, account or key.'),
  actor_name: optionalText('The name at that time.'),
  actor_role: optionalText('The role at that time.'),
  object_kind: nullable(oneOf(auditedObjects)),
  object_sid: optionalText('What was changed or shown.'),
  object_name: optionalText('The name at that time; never that of a contact.'),
  changes: Type.Array(changeSchema, { description: 'What changed, and what was asked for, in short.' }),
  reason: optionalText('Why, in the words of who asked.'),
  address: optionalText('The IP address that the request came from.'),
  request_id: optionalText('As in the header `x-request-id` and the log.'),
  previous_hash: hash('The hash of the event before in the chain.'),
  hash: hash('SHA-256; null until the event is written into the chain.'),
};

export const auditEventSchema = resource('AuditEvent', { ...recordFields, url: url() });

export type AuditEventResource = Static<typeof auditEventSchema>;

/** An event as files, sinks and the hash have it. */
export type AuditRecord = Omit<AuditEventResource, 'url'>;

const linkSchema = nullable(
  resource('AuditLink', { sid: sid('AE'), sequence: Type.Integer(), hash: Type.String() }),
);

const detailSchema = resource('AuditEventDetail', {
  ...auditEventSchema.properties,
  computed_hash: hash('As its content gives it now; another one than `hash` says that it was changed.'),
  previous: linkSchema,
  next: linkSchema,
});

export type AuditEventDetail = Static<typeof detailSchema>;

const problems = Object.keys(chainProblems) as (keyof typeof chainProblems)[];

const breakSchema = resource('BrokenAuditLink', {
  sequence: Type.Integer({ description: 'The event that is not whole; the first of several in a row.' }),
  events: Type.Integer({ minimum: 1, description: 'How many in a row.' }),
  sid: nullable(sid('AE')),
  date: nullable(instant),
  problem: oneOf(
    problems,
    `The event is ${problems.map((each) => `${chainProblems[each]} (${each})`).join('; ')}.`,
  ),
  differs: nullable(
    oneOf(['content', 'hash', 'previous_hash'], 'What of a changed event is not as it was written.'),
  ),
  hash: hash('As it is written.'),
  computed_hash: hash('As its content, the event before or a signed head gives it.'),
  events_after: Type.Integer({ minimum: 0, description: 'Events behind it.' }),
  date_whole: nullable(instant),
});

export type AuditBreak = Static<typeof breakSchema>;

const headSchema = resource('AuditHead', {
  account_sid: nullable(sid('AC')),
  date: Type.String({ format: 'date-time', description: 'When it was signed.' }),
  event_date: nullable(instant),
  hash: Type.String({ description: 'The hash of the last event, and so of all events up to it.' }),
  public_key: Type.String({ description: 'Ed25519, SubjectPublicKeyInfo in base64.' }),
  sequence: Type.Integer({ description: 'The number of the last event.' }),
  signature: Type.String({
    description: 'Ed25519, base64: of the other fields as JSON by RFC 8785.',
  }),
});

export type AuditHead = Static<typeof headSchema>;

const verificationSchema = resource('AuditVerification', {
  account_sid: sid('AC'),
  events: Type.Integer({ minimum: 0, description: 'How many events the chain has.' }),
  verified_to: Type.Integer({
    minimum: 0,
    description: 'The number of the last event that was found whole.',
  }),
  next_after: nullable(
    Type.Integer({ description: 'Go on with this as AfterSequence; null at the end of the chain.' }),
  ),
  broken: nullable(breakSchema),
  breaks: Type.Array(breakSchema, {
    maxItems: maxBreaks,
    description: 'Everything that is not whole, in the order of the chain; `broken` is the first.',
  }),
  further_breaks: Type.Integer({ minimum: 0, description: 'How many there are besides.' }),
  head: nullable(headSchema),
  kept_days: Type.Integer({ description: 'How long events are kept.' }),
});

export type AuditVerification = Static<typeof verificationSchema>;

export const auditFilters = {
  Actor: Type.Optional(text('SID of the member, account or key who did it.', { maxLength: 100 })),
  By: Type.Optional(by),
  Operation: Type.Optional(text('The operationId.', { maxLength: 100 })),
  Object: Type.Optional(oneOf(auditedObjects, 'The kind of what it was done to.')),
  ObjectSid: Type.Optional(text('What it was done to.', { maxLength: 200 })),
  Search: Type.Optional(
    text('Part of a name, or a whole SID or request id.', { minLength: 2, maxLength: 200 }),
  ),
  DateFrom: Type.Optional(time('Not before this time.')),
  DateTo: Type.Optional(time('Before this time.')),
};

const below = {
  Below: Type.Optional(Type.Boolean({ description: 'With the events of the accounts below this one.' })),
};

export const listAuditEvents = operation({
  id: 'ListAuditEvent',
  permission: 'audit.read',
  method: 'GET',
  path: paths.auditEvents,
  summary: 'List events of the audit log',
  note: 'Newest first.',
  query: { ...auditFilters, ...below, ...pageQuery },
  responses: {
    200: { text: 'A page of events.', schema: pageOf('AuditEventPage', 'events', auditEventSchema) },
  },
});

/** Days of one request. */
export const maxCountedDays = 90;

const gmt = '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ';

export const countAuditEvents = operation({
  id: 'CountAuditEvent',
  permission: 'audit.read',
  method: 'GET',
  path: paths.auditCounts,
  summary: 'Count events of the audit log by day',
  note: 'Days begin where the client says, as they do in its time zone.',
  query: {
    ...auditFilters,
    ...below,
    Starts: Type.String({
      description:
        'When each day begins, the oldest first, and when the last one ends; in GMT, separated by commas.',
      pattern: `^${gmt}(,${gmt}){1,${maxCountedDays}}$`,
      mismatch: `must be 2 to ${maxCountedDays + 1} times as 2026-11-06T12:00:00Z, separated by commas`,
    }),
  },
  rules: { Starts: 'Ascending, at most 100 days in all.' },
  responses: {
    200: {
      text: 'As many counts as there are days.',
      schema: resource('AuditCounts', {
        days: Type.Array(resource('AuditDay', { date_start: instant, events: Type.Integer({ minimum: 0 }) })),
      }),
    },
  },
});

export const fetchAuditEvent = operation({
  id: 'FetchAuditEvent',
  permission: 'audit.read',
  method: 'GET',
  path: paths.auditEvent.template,
  summary: 'Fetch an event of the audit log with its place in the chain',
  note: 'Of this account or one below it.',
  params: { Sid: sid('AE', 'The event.') },
  responses: { 200: { text: 'The event.', schema: detailSchema } },
});

export const verifyAuditLog = operation({
  id: 'VerifyAuditLog',
  permission: 'audit.read',
  method: 'GET',
  path: paths.auditVerification,
  summary: 'Verify the hash chain of the audit log',
  note: 'Some thousand events at a time: go on with `next_after` until it is null, also behind what is broken.',
  query: {
    AfterSequence: Type.Optional(
      Type.Integer({ minimum: 0, description: 'The event after which to begin; the oldest by default.' }),
    ),
  },
  responses: { 200: { text: 'What was found.', schema: verificationSchema } },
});

/** The most events of a file. */
export const maxExportedEvents = 100_000;

const exported = { object: 'audit_log', shows: Object.keys(auditFilters) } as const;
const note = `Oldest first, at most ${maxExportedEvents.toLocaleString('en')} events.`;

export const exportAuditCsv = operation({
  id: 'ExportAuditCsv',
  permission: 'audit.read',
  method: 'GET',
  audit: exported,
  path: paths.auditEventsCsv,
  summary: 'Export events of the audit log as CSV',
  note,
  query: auditFilters,
  responses: { 200: { text: 'A CSV file with a line of names.', schema: Type.String(), type: 'text/csv' } },
});

export const exportAuditLines = operation({
  id: 'ExportAuditLines',
  permission: 'audit.read',
  method: 'GET',
  audit: exported,
  path: paths.auditEventsLines,
  summary: 'Export events of the audit log as JSON Lines, with their hashes',
  note: `${note} \`npx patchbay audit verify FILE\` verifies it without the server.`,
  query: auditFilters,
  responses: { 200: { text: 'One event a line.', schema: Type.String(), type: 'application/jsonl' } },
});
