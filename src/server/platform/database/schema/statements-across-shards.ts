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
    ],
  },
  {
    why: 'what is named by an id that does not contain the shard',
    parts: [
      'from "tasks" where account = $ and "sid" = $',
      'update "tasks" set "status"',
      'from "audit_events" where "sid" = $',
      'from "inbound_mails" where "id" = $ and "account" = $',
      'update "inbound_mails" set "status" = $, "finished_at" = $ where "id" = $ and "account" = $',
      'from "event_attempts" where "account" = $ and "id" = $',
    ],
  },
  {
    why: 'the queue of an event webhook: its events are posted in one order, and come from the emails of an account',
    parts: [
      'delete from "event_queue"',
      'insert into "event_queue"',
      'from "event_queue" where "webhook" = $',
      'from (select distinct "webhook" as value from "event_queue"',
      'select max("first"."seq") as "last"',
      'select count(*) as "events"',
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
      'delete from "jobs" where "key" in ($…)',
      'delete from "mail_events"',
      'select "seq" from "mail_events" where "account" = $ and "created_at" <= $',
      '"retention_settings"."period_ms"',
    ],
  },
  {
    why: 'the numbers of the turn log go on above all that are stored: once in a database, and after a restore or a crash',
    parts: ['(select max(xid) from live_turns)'],
  },
];
