/**
 * Carries out what the engine asks for as far as rows suffice: the built-in carrier and desk are rows, and
 * an HTTP request becomes a job.
 */

import type { Command } from '#engine/command.ts';
import type { Result } from '#engine/signal.ts';
import type { JsonObject } from '#flow/json.ts';
import { insertCall, setCallStatus } from '../store/calls.ts';
import { insertJob } from '../store/jobs.ts';
import { insertMessage } from '../store/messages.ts';
import type { MessageRow } from '../store/tables.ts';
import { insertTask } from '../store/tasks.ts';
import type { Asker, Work } from './work.ts';

/** `result` is null while it is still to come; `giveUpAt` is when it counts as unanswered. */
export type Carried = { result: Result | null; giveUpAt: number | null };

const later: Carried = { result: null, giveUpAt: null };

const failedToSend = 81011;

/** Writes the rows that `command` asks for. */
export async function carryOut(
  work: Work,
  asker: Asker,
  command: Exclude<Command, { kind: 'start-subflow' }>,
): Promise<Carried> {
  switch (command.kind) {
    case 'send-message':
      return now(await sendMessage(work, asker, command));
    case 'http':
      await addEffect(work, asker, command);
      return later;
    case 'place-call':
      return placeCall(work, asker, command);
    case 'create-task':
      return createTask(work, asker, command);
    case 'end-call':
      await setCallStatus(work.tx, {
        account: asker.row.account,
        sid: command.call,
        status: 'completed',
        now: work.now,
      });
      return later;
  }
}

function now(result: Result): Carried {
  return { result, giveUpAt: null };
}

type CommandOf<K extends Command['kind']> = Extract<Command, { kind: K }>;

async function sendMessage(work: Work, { row }: Asker, command: CommandOf<'send-message'>): Promise<Result> {
  const media = command.media_url === '' ? [] : [command.media_url];
  // A conversation has no recipient: the message goes to all who are in its channel.
  const recipient = command.to === '' ? command.channel : command.to;
  if (recipient === '') {
    return { ok: false, code: failedToSend, message: 'The message has no recipient', data: {} };
  }
  const sent: MessageRow = {
    account: row.account,
    sid: work.host.ids.sid('SM'),
    flow: row.flow,
    execution: row.sid,
    direction: 'outbound',
    sender: command.from,
    recipient,
    body: command.body,
    media: JSON.stringify(media),
    status: 'sent',
    reply_to: recipient === row.contact ? work.replyTo : null,
    created_at: work.now,
  };
  await insertMessage(work.tx, sent);
  work.sent.push(sent);
  return {
    ok: true,
    data: {
      Sid: sent.sid,
      AccountSid: row.account,
      Status: 'sent',
      Direction: 'outbound-api',
      From: command.from,
      To: recipient,
      Body: command.body,
      NumMedia: String(media.length),
      DateCreated: new Date(work.now).toISOString(),
      ErrorCode: null,
      ErrorMessage: null,
    },
  };
}

/** The key of the job is made from the execution and the effect, so a replay finds the same one. */
async function addEffect(work: Work, { row }: Asker, command: CommandOf<'http'>): Promise<void> {
  await insertJob(work.tx, {
    key: `${row.sid}:${command.effect}`,
    kind: 'http',
    execution: row.sid,
    payload: JSON.stringify({ command, reply_to: work.replyTo }),
    run_at: work.now,
    lease_until: 0,
    attempts: 0,
  });
  work.wakes = true;
}

async function placeCall(work: Work, { row }: Asker, command: CommandOf<'place-call'>): Promise<Carried> {
  if (command.to === '') {
    return now({
      ok: false,
      code: 0,
      message: 'The call has no number to ring',
      data: { CallStatus: 'failed' },
    });
  }
  await insertCall(work.tx, {
    account: row.account,
    sid: work.host.ids.sid('CA'),
    flow: row.flow,
    execution: row.sid,
    direction: 'outbound',
    sender: command.from,
    recipient: command.to,
    status: 'ringing',
    effect: command.effect,
    created_at: work.now,
    updated_at: null,
  });
  return { result: null, giveUpAt: work.now + command.timeout_s * 1000 };
}

/** Without a live call the task is all there is to it; a caller stays on the line until a person has finished it. */
async function createTask(work: Work, asker: Asker, command: CommandOf<'create-task'>): Promise<Carried> {
  const { row, execution } = asker;
  const sid = work.host.ids.sid('WT');
  await insertTask(work.tx, {
    sid,
    account: row.account,
    flow: row.flow,
    execution: row.sid,
    effect: command.effect,
    widget: execution.widget ?? '',
    workflow: command.workflow,
    channel: command.channel,
    attributes: JSON.stringify(command.attributes),
    priority: command.priority,
    status: 'pending',
    created_at: work.now,
    updated_at: null,
  });
  if (execution.call !== null) return { result: null, giveUpAt: work.now + command.timeout_s * 1000 };
  return now({ ok: true, data: taskData(sid) });
}

/** What a widget learns of its task. */
export function taskData(sid: string): JsonObject {
  return { sid, TaskSid: sid };
}
