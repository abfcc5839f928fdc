/** What is asked about mail that comes in by SMTP, and how it is refused. */

/** Who hands over a mail, and for whom. `sender` is '' for a bounce. */
export type Envelope = { sender: string; recipients: string[]; clientIp: string };

export type SmtpHandlers = {
  /** True when mail to that address is taken. */
  acceptsRecipient(recipient: string): Promise<boolean>;
  /** Takes the mail: what resolves is kept. */
  receiveMessage(envelope: Envelope, pieces: MessageChunks): Promise<void>;
  /** What went wrong on our side, for the log. */
  reportError(error: unknown): void;
};

/** A stretch of a mail. */
export type MessageChunk = { bytes: Uint8Array<ArrayBuffer>; isLast: boolean };

/** Bytes of a piece. */
export const maxChunkBytes = 128 * 1024;

/**
 * A mail as it comes in: the next piece is read from the network when it is asked for, and then the bytes of the one
 * before are gone. Throws `MailBrokenOff` when the client breaks off or the mail is too large.
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

/** A mail that is refused for good: the client is answered with `code` and the message. */
export class SmtpRejection extends Error {
  override readonly name = 'MailRefused';
  readonly responseCode: number;

  constructor(code: number, message: string) {
    super(message);
    this.responseCode = code;
  }
}

/** A mail that did not come in whole: no trouble of ours. */
export class IncompleteMessage extends Error {
  override readonly name = 'MailBrokenOff';
}
