/** Performs the inputs of a simulation through a stand-in carrier: what a contact does at a carrier of one dialect. */

import { setTimeout as pause } from 'node:timers/promises';
import type { ExecutionPage, StepPage } from '#api/executions/operations.ts';
import { paths } from '#api/paths.ts';
import { type JsonObject, textOf } from '#flow/json/json.ts';
import type { WidgetTypeName } from '#flow/widgets/widget-type.ts';
import { host, post } from '#server/messaging/dialects/testing/call-through.ts';
import type { Event, Item, StandIn, Taken } from '#server/messaging/dialects/testing/stand-in.ts';
import { hasPendingJob } from '#server/platform/jobs/queue.ts';
import { eventData } from '#simulator/event-data.ts';
import type { Input, Simulation, SimulationStart } from '#simulator/simulation.ts';
import type { Trace } from '#simulator/trace.ts';
import { waitingOf } from '#simulator/waiting.ts';
import type { ClockedServer } from './clocked-server.ts';

/** A server with one carrier. */
export type CarrierLine = { server: ClockedServer; carrier: StandIn };

type Target = { flow: string; typeAt(widget: string | undefined): WidgetTypeName | undefined };
type TakenCall = Extract<Taken, { what: 'call' }>;

const maxDocuments = 60;

const jobPollMs = 2;

/** Calls and messages of all runs. */
let sids = 0;

export class CarrierRun {
  readonly #line: CarrierLine;
  /** How much the carrier had taken before. */
  readonly #takenBefore: number;
  readonly #target: Target;
  readonly #start: SimulationStart;
  #execution = '';
  /** Fields of the live call; `status` is where its status is reported. */
  #call: { fields: Event; status: string } | null = null;
  /** Where the carrier reports the end of what it executes, and where it goes on without a report. */
  #report: { action: string; after: string } | null = null;
  /** Where the status of the last message in the response to another one is reported. */
  #replyStatus: string | null = null;

  private constructor(line: CarrierLine, target: Target, start: SimulationStart) {
    this.#line = line;
    this.#takenBefore = line.carrier.taken.length;
    this.#target = target;
    this.#start = start;
  }

  static async start(line: CarrierLine, target: Target, start: SimulationStart): Promise<CarrierRun> {
    const run = new CarrierRun(line, target, start);
    await run.#begin();
    return run;
  }

  async #begin(): Promise<void> {
    const { event, contact, channel, body = '', parameters = {} } = this.#start;
    const { server } = this.#line;
    if (event === 'incomingRequest') {
      const form = { To: contact, From: channel, Parameters: JSON.stringify(parameters) };
      const started = await server.request(paths.executions(this.#target.flow), form);
      this.#execution = (started as { sid: string }).sid;
    } else if (event === 'incomingCall') {
      const fields = { CallSid: this.#newCallSid(), From: contact, To: channel };
      this.#call = { fields, status: host + paths.carrierStatus(server.account) };
      await this.#play(await this.#ask(this.#webhook));
    } else await this.#write(body);
    await this.#settle();
  }

  async perform(input: Input, before: Simulation, after: Simulation): Promise<void> {
    const waiting = waitingOf(before);
    const advance = () => this.#line.server.advance(after.clock - before.clock, this.#execution);
    switch (input.kind) {
      case 'message':
        await this.#write(input.body);
        break;
      case 'press':
        await this.#reportOn({ Digits: input.digits });
        break;
      case 'say':
        await this.#reportOn({ SpeechResult: input.text, Confidence: '0.9' });
        break;
      case 'silence':
        await this.#reportOn({}, this.#line.carrier.specification.reportsSilence ? 'action' : 'after');
        break;
      case 'hangup':
        await this.#endCall('completed');
        break;
      case 'advance':
        await advance();
        break;
      case 'event': {
        const data = { ...eventData(this.#target.typeAt(waiting?.widget), input.name), ...input.data };
        if (waiting?.for === 'call')
          await this.#answerPlacedCall({ ...eventData(placing, input.name), ...data });
        else if (input.name === 'hangup' && after.calls.at(-1)?.status === 'ended')
          await this.#endCall('completed');
        else if (input.name === 'deliveryFailure') await this.#failDelivery();
        else if (input.name === 'timeout' && waiting?.for === 'reply') await advance();
        else await this.#reportOn(data);
        break;
      }
      case 'answer':
        // The other system has answered already.
        break;
      case 'stop':
        await this.end();
        break;
    }
    await this.#settle();
  }

  /** Goes on from a document in which what the dialect does not have is left out. */
  async goOn(): Promise<void> {
    if (!this.#report?.after.includes('FlowMissing=')) throw new Error('The document leaves nothing out.');
    await this.#reportOn({});
    await this.#settle();
  }

  async steps(): Promise<Trace['steps']> {
    const path = `${paths.steps(this.#target.flow, this.#execution)}?PageSize=1000`;
    const { steps } = (await this.#line.server.request(path)) as StepPage;
    return steps
      .toReversed()
      .map(({ name, transitioned_from: from, transitioned_to: to }) => ({ event: name, from, to }));
  }

  async end(): Promise<void> {
    await this.#line.server.request(paths.execution(this.#target.flow, this.#execution), { Status: 'ended' });
  }

  get #webhook(): string {
    return host + paths.webhook(this.#line.server.account, this.#target.flow);
  }

  #newCallSid(): string {
    sids += 1;
    return this.#line.carrier.specification.dialect === 'telnyx' ? `v3:Md_I91-${sids}` : `call-${sids}`;
  }

  async #write(body: string): Promise<void> {
    sids += 1;
    const { contact, channel } = this.#start;
    const isConversation = this.#start.event === 'incomingConversationMessage';
    const event: Event = isConversation
      ? {
          ...{ EventType: 'onMessageAdded', ConversationSid: channel, Author: contact },
          ...{ MessageSid: `message-${sids}`, Body: body, Source: 'SMS' },
        }
      : { MessageSid: `message-${sids}`, From: contact, To: channel, Body: body };
    const response = await this.#post(this.#webhook, event, 'message');
    this.#line.carrier.specification.readReplies(response);
    const callback = /<Message[^>]* statusCallback="([^"]*)"/.exec(response)?.[1];
    if (callback !== undefined) this.#replyStatus = callback.replaceAll('&amp;', '&');
    if (this.#execution === '') this.#execution = await this.#executionOfContact();
  }

  /** The carrier's own last message, or one that was part of a response. */
  async #failDelivery(): Promise<void> {
    const { contact, channel } = this.#start;
    const { taken, sids: given } = this.#line.carrier;
    const nth = taken.findLastIndex(({ what }, index) => what === 'message' && index >= this.#takenBefore);
    const sent = taken[nth];
    const url = sent?.what === 'message' ? sent.statusUrl : this.#replyStatus;
    if (url === null) throw new Error('No message was sent whose status the carrier reports.');
    const sid = given[nth] ?? `reply-${sids}`;
    await this.#post(
      url,
      { MessageSid: sid, From: channel, To: contact, MessageStatus: 'undelivered' },
      'message',
    );
  }

  async #answerPlacedCall({ CallStatus, ...more }: JsonObject): Promise<void> {
    const status = textOf(CallStatus);
    const { carrier } = this.#line;
    const nth = carrier.taken.findLastIndex(
      (each) => each.what === 'call' && each.to === this.#start.contact,
    );
    const placed = carrier.taken[nth] as TakenCall | undefined;
    if (placed === undefined) throw new Error('The carrier has placed no call.');
    const { dialect } = carrier.specification;
    const fields: Event = {
      CallSid: dialect === 'telnyx' ? this.#newCallSid() : (carrier.sids[nth] ?? ''),
      ...{ From: this.#start.channel, To: this.#start.contact },
      ...(dialect === 'jambonz' && { tag: JSON.stringify(placed.tag) }),
    };
    this.#call = { fields, status: placed.statusUrl };
    if (Object.keys(more).length > 0)
      await this.#post(placed.statusUrl, { ...fields, ...textsIn(more), CallStatus: status }, 'call');
    if (status === 'in-progress') await this.#play(await this.#ask(placed.url));
    else await this.#endCall(status);
  }

  async #endCall(status: string): Promise<void> {
    if (this.#call === null) return;
    const { fields, status: url } = this.#call;
    this.#report = null;
    await this.#post(url, { ...fields, CallStatus: status }, 'call');
  }

  async #reportOn(data: object, to: 'action' | 'after' = 'action'): Promise<void> {
    if (this.#report === null) throw new Error('The carrier executes nothing.');
    await this.#play(await this.#ask(this.#report[to], textsIn(data)));
  }

  /** Executes a document, and those that follow, up to what needs the contact or another party. */
  async #play(document: readonly Item[]): Promise<void> {
    this.#report = null;
    let items = document;
    for (let documents = 0; documents < maxDocuments; documents += 1) {
      const after = items.flatMap((item) => (item.kind === 'go' ? [item.url] : []))[0] ?? '';
      const awaited = items.find((item) => 'action' in item);
      if (awaited !== undefined && 'action' in awaited) {
        this.#report = { action: awaited.action || after, after };
        return;
      }
      // A stream ends by itself, in the simulator as well.
      const missing = URL.parse(after)?.searchParams.get('FlowMissing') ?? 'stream';
      if (missing !== 'stream') this.#report = { action: after, after };
      if (this.#report !== null || !after.includes('FlowEvent=')) return;
      await this.#settle();
      items = await this.#ask(after);
    }
    throw new Error('The call goes round in circles.');
  }

  /** The carrier's next document. */
  async #ask(url: string, more: Event = {}): Promise<Item[]> {
    const fields = { ...this.#call?.fields, CallStatus: 'in-progress', ...more };
    const body = await this.#post(url, fields, 'call');
    if (this.#execution === '') this.#execution = await this.#executionOfContact();
    return this.#line.carrier.specification.read(body);
  }

  async #post(url: string, event: Event, about: 'call' | 'message'): Promise<string> {
    const { statusCode, body } = await post(this.#line, url, event, { about });
    if (statusCode >= 400) throw new Error(`${url} answered ${statusCode}: ${body}`);
    return body;
  }

  /** A flow that waits for a reply waits for no request, while the message is being sent. */
  async #settle(): Promise<void> {
    const { server } = this.#line;
    if (this.#execution === '') return;
    await server.idle(this.#execution);
    while (await hasPendingJob(server.ctx.database.read, this.#execution)) await pause(jobPollMs);
  }

  async #executionOfContact(): Promise<string> {
    const list = `${paths.executions(this.#target.flow)}?PageSize=1000`;
    const { executions } = (await this.#line.server.request(list)) as ExecutionPage;
    return executions.find(({ contact_channel_address: of }) => of === this.#start.contact)?.sid ?? '';
  }
}

/** The type whose events say how a placed call went. */
const placing = 'make-outgoing-call-v1';

function textsIn(fields: object): Event {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}
