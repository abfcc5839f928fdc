/** Performs the inputs of a simulation on a server: what a contact does on the test carrier. */

import type { ExecutionPage, StepPage } from '#api/executions/operations.ts';
import type { ExecutionResource } from '#api/executions/schemas.ts';
import type { CallPage, CallResource, MessagePage, MessageResource } from '#api/messaging/operations.ts';
import { paths } from '#api/paths.ts';
import { callFields, type ReportedCall } from '#engine/carrier-fields.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import type { JsonObject } from '#flow/json/json.ts';
import type { WidgetTypeName } from '#flow/widgets/widget-type.ts';
import { canonicalType } from '#flow/widgets/widget-types.ts';
import { type Element, readMarkup } from '#server/testing/read-markup.ts';
import { reportFields } from '#simulator/carrier-report.ts';
import { eventData } from '#simulator/event-data.ts';
import type { Input, Simulation, SimulationStart } from '#simulator/simulation.ts';
import type { Trace } from '#simulator/trace.ts';
import { waitingOf } from '#simulator/waiting.ts';
import type { ClockedServer } from './clocked-server.ts';

/** Elements that need somebody: the carrier reports how they ended. */
const awaitedElements = new Set(['Gather', 'Dial', 'Enqueue', 'Record', 'Pay', 'Connect']);

type Target = { flow: string; definition: FlowDefinition };

export class ServiceRun {
  readonly #server: ClockedServer;
  readonly #target: Target;
  readonly #start: SimulationStart;
  #execution = '';
  #call: CallResource | null = null;
  /** Where the carrier reports the end of what it executes, and where it goes on without a report. */
  #report: { action: string; after: string } | null = null;

  private constructor(server: ClockedServer, target: Target, start: SimulationStart) {
    this.#server = server;
    this.#target = target;
    this.#start = start;
  }

  static async start(server: ClockedServer, target: Target, start: SimulationStart): Promise<ServiceRun> {
    const run = new ServiceRun(server, target, start);
    await run.#begin();
    return run;
  }

  async #begin(): Promise<void> {
    const { event, contact, channel, body = '', parameters = {} } = this.#start;
    const { flow } = this.#target;
    switch (event) {
      case 'incomingCall':
        await this.#playCall(await this.#post<CallResource>(paths.calls, { From: contact, To: channel }));
        break;
      case 'incomingRequest': {
        const form = { To: contact, From: channel, Parameters: JSON.stringify(parameters) };
        this.#execution = (await this.#post<ExecutionResource>(paths.executions(flow), form)).sid;
        break;
      }
      case 'incomingConversationMessage':
        await this.#say(body);
        this.#execution = await this.#executionOfContact();
        break;
      default: {
        const sent = await this.#post<MessageResource>(paths.messages, {
          ...{ From: contact, To: channel, Body: body },
        });
        this.#execution = sent.execution_sid ?? '';
      }
    }
    await this.#settle();
  }

  async perform(input: Input, before: Simulation, after: Simulation): Promise<void> {
    const waiting = waitingOf(before);
    switch (input.kind) {
      case 'message':
        if (this.#start.event === 'incomingConversationMessage') await this.#say(input.body);
        else {
          const { contact, channel } = this.#start;
          await this.#post(paths.messages, { From: contact, To: channel, Body: input.body });
        }
        break;
      case 'press':
        await this.#reportOn(before, { Digits: input.digits });
        break;
      case 'say':
        await this.#reportOn(before, { SpeechResult: input.text });
        break;
      case 'silence':
        await this.#reportOn(before, {}, 'after');
        break;
      case 'hangup':
        await this.#setCall('completed');
        break;
      case 'advance':
        await this.#server.advance(after.clock - before.clock, this.#execution);
        break;
      case 'event':
        if (waiting?.for === 'call') await this.#answerPlacedCall(input);
        else if (input.name === 'hangup' && after.calls.at(-1)?.status === 'ended')
          await this.#setCall('completed');
        else if (input.name === 'deliveryFailure') await this.#failDelivery();
        else if (input.name === 'timeout' && waiting?.for === 'reply')
          await this.#server.advance(after.clock - before.clock, this.#execution);
        else
          await this.#reportOn(before, {
            ...eventData(this.#typeAt(waiting?.widget), input.name),
            ...input.data,
          });
        break;
      case 'answer':
        // The other system has answered already.
        break;
      case 'stop':
        await this.end();
        break;
    }
    await this.#settle();
  }

  /** Steps and context as the REST API has them. */
  async trace(): Promise<Omit<Trace, 'sent'>> {
    const { flow } = this.#target;
    const execution = await this.#get<ExecutionResource>(paths.execution(flow, this.#execution));
    const steps: StepPage['steps'] = [];
    let next: string | null = `${paths.steps(flow, this.#execution)}?PageSize=1000`;
    while (next !== null) {
      const page: StepPage = await this.#get<StepPage>(next);
      steps.push(...page.steps);
      next = page.meta.next_page_url === null ? null : pathOf(page.meta.next_page_url);
    }
    return {
      steps: steps
        .toReversed()
        .map(({ name, transitioned_from: from, transitioned_to: to }) => ({ event: name, from, to })),
      context: execution.context as unknown as Trace['context'],
    };
  }

  async end(): Promise<void> {
    await this.#post(paths.execution(this.#target.flow, this.#execution), { Status: 'ended' });
  }

  #typeAt(widget: string | undefined): WidgetTypeName | undefined {
    return canonicalType(this.#target.definition.states.find(({ name }) => name === widget)?.type);
  }

  /** A participant's message in the conversation. */
  async #say(body: string): Promise<void> {
    const { contact, channel } = this.#start;
    const { flow } = this.#target;
    const form = { FlowSid: flow, ConversationSid: channel, Author: contact, Body: body };
    await this.#post(paths.conversationMessages, form);
  }

  /** What else is reported of the call, such as an answering machine, comes by a status callback. */
  async #answerPlacedCall({ name, data = {} }: Extract<Input, { kind: 'event' }>): Promise<void> {
    const { calls } = await this.#get<CallPage>(paths.calls);
    this.#call = calls.find((call) => call.execution_sid === this.#execution) ?? null;
    const { CallStatus: status = '', ...more } = textsIn({
      ...eventData('make-outgoing-call-v1', name),
      ...data,
    });
    if (this.#call !== null && Object.keys(more).length > 0) {
      const form = { ...textsIn(callFields(reportedCall(this.#call), status)), ...more };
      await this.#server.requestText(paths.carrierStatus(this.#call.account_sid), form);
    }
    await this.#setCall(status);
  }

  async #failDelivery(): Promise<void> {
    const page = await this.#get<MessagePage>(paths.messages);
    const sent = page.messages.find(
      ({ execution_sid: execution, direction }) => execution === this.#execution && direction === 'outbound',
    );
    await this.#post(`${paths.messages}/${sent?.sid}`, { Status: 'undelivered' });
  }

  async #setCall(status: string): Promise<void> {
    if (this.#call === null) return;
    const { sid } = this.#call;
    await this.#playCall(await this.#post<CallResource>(paths.call(sid), { Status: status }));
  }

  async #playCall(call: CallResource): Promise<void> {
    this.#call = call;
    if (this.#execution === '') this.#execution = call.execution_sid;
    await this.#play(call.markup ?? '');
  }

  /** Executes markup up to what needs somebody. */
  async #play(markup: string): Promise<void> {
    this.#report = null;
    for (let text = markup; text !== ''; ) {
      const { children } = readMarkup(text);
      const after = pathOf(children.find(({ name }) => name === 'Redirect')?.text ?? '');
      const awaited = children.find(({ name }) => awaitedElements.has(name));
      if (awaited !== undefined) {
        this.#report = { action: actionOf(awaited) ?? after, after };
        return;
      }
      if (!after.includes('FlowEvent=')) return;
      await this.#server.idle(this.#execution);
      text = await this.#server.requestText(after, this.#callForm({}));
    }
  }

  async #reportOn(before: Simulation, data: object, to: 'action' | 'after' = 'action'): Promise<void> {
    if (this.#report === null) throw new Error(`Nothing is executed at ${waitingOf(before)?.widget}.`);
    await this.#play(await this.#server.requestText(this.#report[to], this.#callForm(data)));
  }

  #callForm(data: object): Record<string, string> {
    const call = this.#call;
    if (call === null) return {};
    return textsIn(reportFields(reportedCall(call), { ...data }));
  }

  /** Waits for requests of the flow; a call then goes on where it was. */
  async #settle(): Promise<void> {
    if (this.#execution !== '') await this.#server.idle(this.#execution);
  }

  async #executionOfContact(): Promise<string> {
    const list = `${paths.executions(this.#target.flow)}?PageSize=1000`;
    const { executions } = await this.#get<ExecutionPage>(list);
    const found = executions.find(({ contact_channel_address: of }) => of === this.#start.contact);
    return found?.sid ?? '';
  }

  async #get<T>(path: string): Promise<T> {
    return (await this.#server.request(path)) as T;
  }

  async #post<T>(path: string, form: Record<string, string>): Promise<T> {
    return (await this.#server.request(path, form)) as T;
  }
}

function reportedCall({ sid, account_sid: account, from, to, direction }: CallResource): ReportedCall {
  return { sid, account, from: from ?? '', to: to ?? '', direction };
}

/** The fields as a form has them. */
function textsIn(fields: JsonObject): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}

function actionOf({ attributes, children }: Element): string | undefined {
  const { action } = attributes;
  if (action !== undefined) return pathOf(action);
  return children.flatMap((child) => actionOf(child) ?? [])[0];
}

/** Path and query of a URL of the server. */
function pathOf(url: string): string {
  const parsed = URL.parse(url);
  return parsed === null ? '' : parsed.pathname + parsed.search;
}
