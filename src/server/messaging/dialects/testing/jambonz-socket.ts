/** The stand-in of jambonz over a WebSocket: a connection for a call, messages in JSON, acknowledgements with verbs. */

import { once } from 'node:events';
import { WebSocket } from 'ws';
import { jambonzCarrier } from './jambonz-carrier.ts';
import type { Event } from './stand-in.ts';

type Ack = { type?: string; msgid?: string; data?: unknown };

const { CarrierAccountSid: user = '', SigningKey: password = '' } = jambonzCarrier.settings;

export const credentials = `${user}:${password}`;

export class JambonzSocket {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<string, PromiseWithResolvers<string>>();
  #messages = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data: Buffer) => this.#receive(JSON.parse(data.toString()) as Ack));
    socket.once('close', (code) => {
      for (const each of this.#waiting.values()) each.reject(new Error(`closed with ${code}`));
    });
  }

  /** @throws Error with the status of the response where the server opens none */
  static async open(url: string, options: object = { auth: credentials }): Promise<JambonzSocket> {
    const socket = new WebSocket(url, ['ws.jambonz.org'], options);
    await Promise.race([
      once(socket, 'open'),
      once(socket, 'unexpected-response').then(([, { statusCode }]) => {
        throw new Error(`refused with ${statusCode}`);
      }),
    ]);
    return new JambonzSocket(socket);
  }

  /** The document for a call that begins, where `hook` is null, or for a hook of an earlier document. */
  ask(hook: string | null, event: Event, type = hook === null ? 'session:new' : 'verb:hook') {
    if (hook !== null && /^https?:/.test(hook)) throw new Error(`The carrier would post to ${hook}`);
    const answered = Promise.withResolvers<string>();
    this.#waiting.set(this.send(type, event, hook), answered);
    return answered.promise;
  }

  /** Sends a message, and gives its identifier. */
  send(type: string, event: Event, hook: string | null = null): string {
    this.#messages += 1;
    const msgid = `message-${this.#messages}`;
    const data = JSON.parse(jambonzCarrier.write(event, 'call').body) as object;
    const about = { type, msgid, call_sid: event.CallSid, ...(hook !== null && { hook }) };
    this.sendText(JSON.stringify({ ...about, data }));
    return msgid;
  }

  sendText(text: string | Buffer): void {
    this.#socket.send(text);
  }

  /** The code with which the server closes. */
  async closed(): Promise<number> {
    const [code] = (await once(this.#socket, 'close')) as [number];
    return code;
  }

  close(): void {
    this.#socket.close(1000);
  }

  /** Without a word, as a machine that loses its power. */
  cut(): void {
    this.#socket.terminate();
  }

  #receive({ type, msgid = '', data }: Ack): void {
    const answered = this.#waiting.get(msgid);
    this.#waiting.delete(msgid);
    if (type === 'ack' && Array.isArray(data)) answered?.resolve(JSON.stringify(data));
    else answered?.reject(new Error(`${type} is no acknowledgement`));
  }
}
