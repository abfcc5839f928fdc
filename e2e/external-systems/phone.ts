/**
 * Simulates a contact's phone and its carrier: posts messages and calls to the webhook of a flow and executes the
 * markup of the response. Uses only the public protocol, except for the XML reader.
 */

import type { Element } from '#server/testing/read-markup.ts';
import { Call } from './call.ts';
import { type Fields, get, post, type Sign } from './webhook-client.ts';

export type { Call } from './call.ts';

/**
 * `webhook` is the flow's `webhook_url`, `address` the number of the flow that the contact messages or calls;
 * `sign` computes the carrier's signature headers.
 */
export type Line = { webhook: string; account: string; address: string; sign?: Sign };

const maxRedirects = 10;

export class Phone {
  readonly number: string;
  readonly line: Line;
  #sent = 0;

  constructor(line: Line, number: string) {
    this.line = line;
    this.number = number;
  }

  /**
   * Sends a text message; returns the texts of the response, and of the applications that it redirects to.
   * A `sid` used before repeats the delivery of that message.
   */
  async sendMessage(body: string, sid = this.freshSid('SM')): Promise<string[]> {
    const fields = {
      MessageSid: sid,
      SmsSid: sid,
      AccountSid: this.line.account,
      From: this.number,
      To: this.line.address,
      Body: body,
      NumMedia: '0',
      NumSegments: '1',
    };
    return this.#read(await post(this.line.webhook, fields, this.line.sign), fields);
  }

  /** Calls the flow; resolves when a verb blocks or the call is over. */
  async call(): Promise<Call> {
    const { webhook, sign } = this.line;
    const call = new Call(
      { url: webhook, webhook, sign },
      {
        CallSid: this.freshSid('CA'),
        AccountSid: this.line.account,
        From: this.number,
        To: this.line.address,
        Direction: 'inbound',
      },
    );
    await call.begin({ CallStatus: 'ringing' });
    return call;
  }

  /**
   * Answers a call that the flow has placed; `{ AnsweredBy }` makes it an answering machine. `url` returns the
   * markup of the call.
   */
  async answer(sid: string, url = this.line.webhook, more: Fields = {}): Promise<Call> {
    const call = this.#placed(sid, url);
    await call.begin({ CallStatus: 'in-progress', ...more });
    return call;
  }

  /** Ends a call that the flow has placed, unanswered: busy, no-answer, failed, canceled, completed. */
  async refuse(sid: string, CallStatus: string): Promise<void> {
    await this.#placed(sid, this.line.webhook).begin({ CallStatus });
  }

  freshSid(prefix: string): string {
    this.#sent += 1;
    const digits = this.number.replace(/\D/g, '') + String(this.#sent).padStart(4, '0');
    return prefix + digits.padStart(32, '0').slice(-32);
  }

  #placed(CallSid: string, url: string): Call {
    const { webhook, account, address, sign } = this.line;
    const parties = {
      CallSid,
      AccountSid: account,
      From: address,
      To: this.number,
      Direction: 'outbound-api',
    };
    return new Call({ url, webhook, sign }, parties);
  }

  async #read(root: Element, fields: Fields): Promise<string[]> {
    const texts: string[] = [];
    let queue = [...root.children];
    for (let redirects = 0; redirects < maxRedirects; ) {
      const verb = queue.shift();
      if (verb === undefined) return texts;
      if (verb.name === 'Message') texts.push(textOfMessage(verb));
      if (verb.name !== 'Redirect') continue;
      redirects += 1;
      const send = verb.attributes.method === 'GET' ? get : post;
      queue = [...(await send(verb.text, fields, this.line.sign)).children];
    }
    throw new Error(`The message was redirected ${maxRedirects} times.`);
  }
}

function textOfMessage(message: Element): string {
  return message.children.find(({ name }) => name === 'Body')?.text ?? message.text;
}
