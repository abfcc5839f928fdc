/**
 * The statements that look into all shards, by parts of their text, and why (docs/explanations/scaling.md). Any other one names its
 * shard: `npm run test:citus` explains each that the tests send, and fails on one that is in neither list.
 */

/** `parts`: in the text of the statement, with `$` for each parameter and `($…)` for each list of them. */
export type AcrossShards = { readonly why: string; readonly parts: readonly string[] };

export const acrossShards: readonly AcrossShards[] = [
  {
    why: 'jobs and timers that are due: a worker takes what is due first, wherever it is',
    parts: [
      'from "jobs" where "dead_at" is null',
      'from jobs where dead_at is null',
      '"status" = \'active\' and "due_at"',
    ],
  },
  {
    why: 'the rotation of the key that encrypts secrets, which an operator calls: every secret, a page at a time',
    parts: [
      'select "sid" as key, "secret" as value, "shard" as shard,',
      'select "key" as key, "payload" as value, "shard" as shard,',
      'end as found_bytes from',
    ],
  },
  {
    why: 'lists of executions, messages, calls, tasks and emails of an account or a flow',
    parts: [
      'from "executions" where "account" = $',
      'from "executions" where ("account" = $',
      'from "executions" where "flow" = $',
      'from "executions" where ("flow" = $',
      'from "executions" where "parent" = $',
      'from "executions" where "sid" in ($…) and "account" = $',
      'from "calls" where "account" = $',
      'from "messages" where "account" = $',
      'from "tasks" where "account" = $',
      'from "inbound_mails" where "account" = $',
      'from "inbound_attempts" as "attempt"',
      'from "outbound_recipients" where "account" = $',
      'from "email_terms" where "term" = $',
      'from (select "email" from "email_terms" where "term" = $',
      'select "seq", "created_at", "region", "message" from "mail_events" where "account" = $',
      'inner join "executions" on "executions"."flow" = "flows"."sid"',
      'from "audit_events" where "shard" in ($…)',
      'from "event_webhooks" as "w" inner join "event_lanes"',
      'from "steps" where "execution" in ($…)',
    ],
  },
  {
    why: 'what a page of emails shows, by their ids, of the shards that these name',
    parts: [
      'from "mail_events" where "account" = $ and "region" = $ and "message" in ($…) and "shard" in ($…)',
      'from "mail_events" where "seq" in ($…) and "shard" in ($…)',
      'from "outbound_recipients" where "mail" in ($…) and "number" in ($…) and "shard" in ($…)',
    ],
  },
  {
    why: 'alerts: what has failed for a time, of all accounts, up to a limit: one process looks once a minute',
    parts: [
      'select "account", count(*) as "count" from "jobs" where "dead_at" is not null',
      'from "sinks" where "failing_since" <= $',
      'from "event_lanes" as "l" inner join "event_webhooks" as "w" on "w"."id" = "l"."webhook" where "w"."enabled" = $',
    ],
  },
  {
    why: 'the erasure and the export of a contact, which a person calls: every table of the account, one page of one at a time',
    parts: [
      'coalesce(octet_length(',
      '(strpos(lower(coalesce(',
      'where account = $ and "email" in ($…)',
      'delete from "jobs" where account = $ and execution is null',
      'delete from "outbound_recipients" where account = $ and "sid" in ($…)',
      'select "content" from "inbound_mails" where "content" in ($…)',
      'select "term" from "email_terms" limit $',
      'select * from "messages" where "execution" = $ and 1 = 1',
      'update "event_attempts" set "response" = $',
      'update "inbound_attempts" set "response" = $',
      'update "sync_objects" set "data" = $ where account = $',
    ],
  },
  {
    why: 'the readers of the turn log, which follow an account or all of them: streams, sinks, and the counts of transitions',
    parts: [
      'select "xid", "serial" from "live_turns" where "account" = $ and "xid" >= $',
      'from "live_turns" as "t" left join "executions" as "e"',
      'from "live_turns" as "t" inner join "steps" as "s"',
      'left join (select distinct "account" from "live_turns"',
      'from "live_turns" left join "transition_count_progress"',
      'from live_turns t where (t.xid, t.serial) >=',
      'from live_turns t cross join lateral',
    ],
  },
  {
    why: 'sinks that are due, and the lease of one: a worker takes what is due first, and knows its SID',
    parts: [
      'from "sinks" as "s" where "s"."lease_until" <= $',
      'from "sinks" where "account" in ($…)',
      'from "sinks" where "wake_at" <= $',
      'update "sinks" set "lease_until" = $, "wake_at" = $ where "sid" = $ and "lease_until" <= $',
    ],
  },
  {
    why: 'what is named by an id that does not contain the shard',
    parts: [
      'from "tasks" where account = $ and "sid" = $',
      'from "jobs" where account = $ and "key" = $',
      'where "jobs"."account" = $ and "jobs"."key" = $',
      'delete from "jobs" where "account" = $ and "key" = $ and "dead_at" is not null',
      'update "tasks" set "status"',
      'from "audit_events" where "sid" = $',
      'from "inbound_mails" where "id" = $ and "account" = $',
      'update "inbound_mails" set "status" = $, "finished_at" = $ where "id" = $ and "account" = $',
      'from "event_attempts" where "account" = $ and "id" = $',
      'from "short_links" where "id" = $',
      '"personalization"."number" = "recipient"."personalization" where "recipient"."sid" = $',
    ],
  },
  {
    why: 'the queue of an event webhook: its events are posted in one order, and come from the emails of an account',
    parts: [
      'delete from "event_queue"',
      'insert into "event_queue"',
      'from "event_queue" where "webhook" = $',
      'select "payload" from "mail_events" where "account" = $ and "region" = $ and "seq" in ($…)',
      'from (select distinct "webhook" as value from "event_queue"',
      'select max("first"."seq") as "last"',
      'select count(*) as "events"',
      'select "e"."seq", "e"."kind", "e"."payload" from "event_queue" as "q"',
    ],
  },
  {
    why: 'removal of what is old: it walks by age',
    parts: [
      'delete from "email_rate_windows"',
      'delete from "event_attempts"',
      'delete from "inbound_mails"',
      'delete from "inbound_parts"',
      'from "inbound_parts" as "part"',
      'from "inbound_mails" where "kept_until" is not null',
      'update "inbound_mails" set "kept_until" = $',
      'delete from "jobs" where "key" in ($…)',
      'delete from "mail_events"',
      'delete from "outbound_mails" where "id" in (select',
      'delete from "email_terms"',
      'from "outbound_recipients" where "mail" in (select',
      'delete from "live_turns"',
      'delete from "chat_channels" where "execution" in ($…)',
      'delete from "chat_members" where "execution" in ($…)',
      'delete from "jobs" where "execution" in ($…)',
      'delete from "short_links" where "execution" in ($…)',
      'update "calls" set "sender" = $, "recipient" = $ where "execution" in ($…)',
      'update "executions" set "contact" = $',
      'update "messages" set "sender" = $, "recipient" = $, "body" = $, "media" = $, "content" = $ where "execution" in ($…)',
      'update "steps" set "changes" = $, "notes" = $ where "execution" in ($…)',
      'update "tasks" set "attributes" = $, "workflow" = $, "channel" = $, "priority" = $ where "execution" in ($…)',
      'select "seq" from "mail_events" where "account" = $ and "created_at" <= $',
      '"retention_settings"."period_ms"',
    ],
  },
  {
    why: 'the numbers of the turn log go on above all that are stored: once in a database, and after a restore or a crash',
    parts: ['(select max(xid) from live_turns)'],
  },
];
