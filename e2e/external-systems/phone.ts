/**
 * A contact's phone with its carrier: posts what a carrier posts to the webhook of a flow, and does what the
 * markup in the answer says. It knows the wire and nothing of Patchbay.
 */

import type { Element } from '#server/messaging/markup/read.ts';
import { Call } from './call.ts';
import { type Fields, get, post, type Sign } from './webhook-client.ts';

export type { Call } from './call.ts';

/**
 * `webhook` is the flow's `webhook_url`, `address` the number of the flow that the contact writes to or calls;
 * `sign` gives the headers by which a carrier vouches for a post.
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
   * Sends a text message; gives the texts that the answer carries, and those of the applications to which it
   * leads on. `sid` repeats a delivery of the same message.
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

  /** Calls the flow and listens until it asks for something or the call is over. */
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
   * Takes a call that the flow has placed, or lets its answering machine take it: `{ AnsweredBy }`. `url` is where
   * its carrier asks what is to be said.
   */
  async answer(sid: string, url = this.line.webhook, more: Fields = {}): Promise<Call> {
    const call = this.#placed(sid, url);
    await call.begin({ CallStatus: 'in-progress', ...more });
    return call;
  }

  /** Does not take a call that the flow has placed: busy, no-answer, failed, canceled, completed. */
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
