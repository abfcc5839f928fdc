/**
 * Email activity: what became of sent emails, by a query. Candidates come from the terms of the search of sent emails, or else,
 * newest first, from the events; each is then looked at as a whole. A request looks at so many of them at most.
 */

import { activityEventNames, type activityStatuses } from '#api/email/statuses.ts';
import type { JsonObject } from '#flow/json/json.ts';
import { notFound } from '../../platform/errors.ts';
import { eventLoopTurn } from '../../platform/event-loop-turn.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import type { EmailCaller } from '../access/caller.ts';
import {
  type EventPosition,
  type EventSummary,
  listEventsBefore,
  listEventsByNumber,
  listMessageEvents,
  summarizeEvents,
} from '../events/store/events.ts';
import { recipientsWithId, sidAt } from '../mailbox/service.ts';
import { customArgumentsOf, messageIdOf } from '../messages/message.ts';
import {
  listRecipients,
  listRecipientsByIds,
  type OutboundRecipientRow,
  type OutboundStatus,
} from '../messages/store.ts';
import { invalidField } from '../validation/field-error.ts';
import { type Access, accessOf, type Cost, type Facts, matches, timesOf } from './match.ts';
import { parseQuery, type Query } from './query.ts';

type EventName = (typeof activityEventNames)[number];

export type FoundEmail = { row: OutboundRecipientRow; facts: Facts };

/** `searchedTo`: how far back was looked, in epoch milliseconds, where that ended before the page was full. */
export type FoundEmails = { found: FoundEmail[]; searchedTo: number | null };

/** Of one request. */
const limits = { candidates: 5_000, events: 20_000, patternSteps: 20_000_000 };
const atOnce = 500;

const everything: Query = { and: [] };

/** The emails whose last event is the newest, with the newest first. @throws Refusal where the query is wrong, or takes too much work */
export async function searchActivity(
  ctx: ServiceContext,
  caller: EmailCaller,
  { query: text, limit }: { query: string; limit: number },
  bounds: typeof limits = limits,
): Promise<FoundEmails> {
  const query = text.trim() === '' ? everything : parseQuery(text);
  const ways = accessOf(query, { account: caller.account, region: caller.region, direction: 'sent' });
  const search = new Search(ctx, caller, query, bounds);
  const { found, searchedTo } =
    (ways === null ? null : await search.byWays(ways)) ?? (await search.byEvents(limit));
  const newestFirst = (a: FoundEmail, b: FoundEmail) =>
    b.facts.last_event_time - a.facts.last_event_time || (a.facts.msg_id < b.facts.msg_id ? 1 : -1);
  return { found: found.sort(newestFirst).slice(0, limit), searchedTo };
}

class Search {
  readonly #ctx: ServiceContext;
  readonly #caller: EmailCaller;
  readonly #query: Query;
  readonly #times: { from: number; to: number };
  readonly #bounds: typeof limits;
  readonly #cost: Cost = { steps: 0 };

  constructor(ctx: ServiceContext, caller: EmailCaller, query: Query, bounds: typeof limits) {
    this.#ctx = ctx;
    this.#caller = caller;
    this.#query = query;
    this.#bounds = bounds;
    const { from, to } = timesOf(query);
    // Epoch milliseconds, up to the end of the last second.
    this.#times = {
      from: Math.floor(Math.max(0, from * 1000)),
      to: Math.min(Math.floor(to) * 1000 + 999, Number.MAX_SAFE_INTEGER),
    };
  }

  /** All that the ways lead to; null where that is too much to look at, so that none is the newest for sure. */
  async byWays(ways: readonly Access[]): Promise<FoundEmails | null> {
    const db = this.#ctx.database.replica;
    const share = Math.floor(this.#bounds.candidates / ways.length);
    const rows = new Map<string, OutboundRecipientRow>();
    const { account, region } = this.#caller;
    // An email is made before its last event.
    const range = { to: this.#times.to < maxTime ? sidAt(this.#times.to + 1) : undefined };
    for (const way of ways) {
      if ('id' in way) {
        for (const row of await recipientsWithId(db, this.#caller, way.id)) rows.set(row.sid, row);
        continue;
      }
      const filter = { account, region, terms: way.terms, range };
      const page = await listRecipients(db, filter, { size: share, from: null }, share);
      if (page.older) return null;
      for (const row of page.rows) rows.set(row.sid, row);
    }
    const found: FoundEmail[] = [];
    const all = [...rows.values()];
    for (let at = 0; at < all.length; at += atOnce) {
      found.push(...(await this.#matching(all.slice(at, at + atOnce))));
    }
    return { found, searchedTo: null };
  }

  /** The newest. An email is met at its last event first, unless that is later than what was asked for. */
  async byEvents(limit: number): Promise<FoundEmails> {
    const db = this.#ctx.database.replica;
    const found: FoundEmail[] = [];
    const seen = new Set<string>();
    let before: EventPosition | null = null;
    for (let looked = 0; found.length < limit; ) {
      if (looked >= this.#bounds.events || seen.size >= this.#bounds.candidates) {
        return { found, searchedTo: before?.created_at ?? null };
      }
      const size = looked === 0 ? Math.min(atOnce, this.#bounds.events, 50 + limit * 5) : atOnce;
      const bounds = { ...this.#times, before, limit: size };
      const events = await listEventsBefore(db, this.#caller.account, bounds);
      const ids = events.flatMap(({ region, message }) =>
        message === null || region !== this.#caller.region || seen.has(message) ? [] : [message],
      );
      for (const id of ids) seen.add(id);
      const fresh = [...new Set(ids)];
      found.push(...(await this.#matching(await listRecipientsByIds(db, this.#caller, fresh))));
      before = events.at(-1) ?? before;
      looked += events.length;
      if (events.length < size) break;
    }
    return { found, searchedTo: null };
  }

  async #matching(rows: readonly OutboundRecipientRow[]): Promise<FoundEmail[]> {
    const found: FoundEmail[] = [];
    let turnEnds = this.#cost.steps + stepsOfTurn;
    for (const each of await findFacts(this.#ctx, this.#caller, rows, usesFields(this.#query))) {
      if (this.#cost.steps > this.#bounds.patternSteps) throw tooMuchWork();
      if (matches(this.#query, each.facts, this.#cost)) found.push(each);
      if (this.#cost.steps < turnEnds) continue;
      await eventLoopTurn.enter();
      turnEnds = this.#cost.steps + stepsOfTurn;
    }
    return found;
  }
}

const maxTime = 8_640_000_000_000_000;
const stepsOfTurn = 10_000;

function tooMuchWork(): Error {
  const message = 'the patterns of the query take too much work';
  return invalidField('query', message, 'Shorten what LIKE is followed by, or leave out some % of it.');
}

/** Whether a query needs what only the events themselves have. */
function usesFields(query: Query): boolean {
  if ('and' in query) return query.and.some(usesFields);
  if ('or' in query) return query.or.some(usesFields);
  if ('not' in query) return usesFields(query.not);
  return /^(?:template|categories|unique_args|unsubscribe)/.test(query.field);
}

async function findFacts(
  ctx: ServiceContext,
  caller: EmailCaller,
  rows: readonly OutboundRecipientRow[],
  withFields: boolean,
): Promise<FoundEmail[]> {
  const db = ctx.database.replica;
  const ids = rows.map(messageIdOf);
  const summaries = new Map<string, EventSummary[]>();
  for (const each of await summarizeEvents(db, caller, ids)) {
    summaries.set(each.message, [...(summaries.get(each.message) ?? []), each]);
  }
  const first = (of: readonly EventSummary[]) => of.toSorted((a, b) => a.first - b.first).slice(0, 1);
  const wanted = withFields ? [...summaries.values()].flatMap(first) : [];
  const payloads = new Map(
    (await listEventsByNumber(db, wanted)).map((each) => [each.message, each.payload]),
  );
  return rows.map((row) => {
    const payload = payloads.get(messageIdOf(row)) ?? '{}';
    const fields = JSON.parse(payload) as JsonObject;
    return { row, facts: factsOf(row, summaries.get(messageIdOf(row)) ?? [], fields) };
  });
}

function factsOf(row: OutboundRecipientRow, summaries: readonly EventSummary[], fields: JsonObject): Facts {
  const countOf = (kind: string) => summaries.find((each) => each.kind === kind)?.count ?? 0;
  const lastAt = summaries.reduce((last, { last_at }) => Math.max(last, last_at), row.created_at);
  const { sg_template_id: templateId, sg_template_name: templateName, asm_group_id: group } = fields;
  return {
    ...{ msg_id: messageIdOf(row), from_email: row.sender.toLowerCase(), to_email: row.email },
    ...{
      subject: row.subject,
      status: statusesOf(row.status),
      clicks: countOf('click'),
      opens: countOf('open'),
    },
    template_id: typeof templateId === 'string' ? templateId : null,
    template_name: typeof templateName === 'string' ? templateName : null,
    categories: [fields.category ?? []].flat().map(String),
    events: summaries.flatMap(({ kind }) => eventNameOf(kind) ?? []),
    unique_args: customArgumentsOf(fields),
    last_event_time: Math.floor(lastAt / 1000),
    unsubscribe_group_id: typeof group === 'number' ? group : null,
  };
}

const otherNames: Readonly<Record<string, EventName>> = {
  bounce: 'bounced',
  open: 'opened',
  click: 'clicked',
};

function eventNameOf(kind: string): EventName | null {
  return otherNames[kind] ?? activityEventNames.find((name) => name === kind) ?? null;
}

export function activityStatusOf(status: OutboundStatus): (typeof activityStatuses)[number] {
  if (status === 'delivered') return 'delivered';
  return status === 'waiting' || status === 'deferred' ? 'processed' : 'not_delivered';
}

const statusesOf = (status: OutboundStatus) => [activityStatusOf(status), status];

export type ActivityEvent = { name: EventName; at: number; fields: JsonObject };

/** What happened to an email, oldest first. @throws Refusal not found */
export async function fetchActivity(
  ctx: ServiceContext,
  caller: EmailCaller,
  id: string,
): Promise<FoundEmail & { events: ActivityEvent[] }> {
  const db = ctx.database.replica;
  const [row, ...others] = await recipientsWithId(db, caller, id);
  if (row === undefined || others.length > 0) throw notFound();
  const [found] = await findFacts(ctx, caller, [row], true);
  if (found === undefined) throw notFound();
  const events = await listMessageEvents(db, caller, messageIdOf(row));
  return {
    ...found,
    events: events.flatMap(({ kind, payload, created_at }) => {
      const name = eventNameOf(kind);
      return name === null ? [] : [{ name, at: created_at, fields: JSON.parse(payload) as JsonObject }];
    }),
  };
}
