/** What is asked about mail that comes in by SMTP, and how it is refused. */

/** Who hands over a mail, and for whom. `sender` is '' for a bounce. */
export type Envelope = { sender: string; recipients: string[]; clientIp: string };

export type Reception = {
  /** True when mail to that address is taken. */
  accepts(recipient: string): Promise<boolean>;
  /** Takes the mail: what resolves is kept. */
  receive(envelope: Envelope, pieces: MailPieces): Promise<void>;
  /** What went wrong on our side, for the log. */
  failed(error: unknown): void;
};

/** A stretch of a mail. */
export type MailPiece = { bytes: Uint8Array<ArrayBuffer>; isLast: boolean };

/** Bytes of a piece. */
export const largestPiece = 128 * 1024;

/**
 * A mail as it comes in: the next piece is read from the network when it is asked for, and then the bytes of the one
 * before are gone. Throws `MailBrokenOff` when the client breaks off or the mail is too large.
 */
export type MailPieces = AsyncIterable<MailPiece>;

export type SmtpSettings = {
  host: string;
  /** 0 takes any free port. */
  port: number;
  /** PEM texts; null where STARTTLS is not offered. */
  tls: { cert: string; key: string } | null;
  maxBytes: number;
};

export type SmtpListener = { port: number; close(): Promise<void> };

/** A mail that is refused for good: the client is answered with `code` and the message. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
  readonly responseCode: number;

  constructor(code: number, message: string) {
    super(message);
    this.responseCode = code;
  }
}

/** A mail that did not come in whole: no trouble of ours. */
export class MailBrokenOff extends Error {
  override readonly name = 'MailBrokenOff';
}
