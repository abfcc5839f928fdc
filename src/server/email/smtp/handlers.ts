/** What the SMTP listener needs from its user: accept recipients, receive messages; and how to reject them. */

/**
 * The SMTP envelope, and address and HELO name of the client. `sender` is '' for the null reverse-path of a bounce; `helo` is
 * null without one.
 */
export type Envelope = { sender: string; recipients: string[]; clientIp: string; helo: string | null };

/** For whom messages are accepted: for no one, for that address, or for every address at its host name. */
export type Acceptance = 'none' | 'address' | 'host name';

export type SmtpHandlers = {
  /** May be left out for a second for addresses at a host name that was accepted as such: `receiveEmail` asks again. */
  acceptsRecipient(recipient: string): Promise<Acceptance>;
  /** Receives a message; resolves when it is stored. @throws SmtpRejection */
  receiveEmail(envelope: Envelope, pieces: MessageChunks): Promise<void>;
  /** Reports an internal error, for the log. */
  reportError(error: unknown): void;
};

/** A range of the bytes of a message. */
export type MessageChunk = { bytes: Uint8Array<ArrayBuffer>; isLast: boolean };

/** Maximum bytes of a chunk. */
export const maxChunkBytes = 128 * 1024;

/**
 * An incoming message. The next chunk is read from the network when it is requested; the bytes of the previous one are then
 * invalid. Throws `IncompleteMessage` when the client aborts or the message is too large.
 */
export type MessageChunks = AsyncIterable<MessageChunk>;

export type SmtpServerOptions = {
  host: string;
  /** 0 takes any free port. */
  port: number;
  /** PEM texts; null where STARTTLS is not offered. */
  tls: { cert: string; key: string } | null;
  maxBytes: number;
};

export type SmtpListener = { port: number; close(): Promise<void> };

/** A rejected recipient or message: the reply has `code` and the message. */
export class SmtpRejection extends Error {
  override readonly name = 'MailRefused';
  readonly responseCode: number;

  constructor(code: number, message: string) {
    super(message);
    this.responseCode = code;
  }
}

/** The client aborted the message, or it was too large: not an internal error. */
export class IncompleteMessage extends Error {
  override readonly name = 'MailBrokenOff';
}
