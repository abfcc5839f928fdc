/** Hands a mail over to a relay by SMTP, one recipient at a time, and tells what it answered. */

import SMTPConnection from 'nodemailer/lib/smtp-connection';

export type Relay = {
  host: string;
  port: number;
  /** TLS from the first byte; otherwise STARTTLS is used where the relay offers it. */
  secure: boolean;
  auth: { user: string; pass: string } | null;
};

export type Handover = { sender: string; recipient: string; bytes: Uint8Array };

/**
 * What the relay said about this mail: `code` is that of SMTP, null when it said nothing about it (it could not
 * be reached, refused our name and password, or fell silent).
 */
export type SmtpReply = { code: number | null; text: string; tls: boolean };

/** How long to wait for a connection, its greeting and each answer, in milliseconds. */
export type SmtpPatience = { connect_ms: number; answer_ms: number };

const patient: SmtpPatience = { connect_ms: 20_000, answer_ms: 60_000 };

/** Never rejects. A relay that falls silent after the last byte may have taken the mail all the same. */
export async function sendBySmtp(
  relay: Relay,
  mail: Handover,
  { connect_ms, answer_ms }: SmtpPatience = patient,
): Promise<SmtpReply> {
  const connection = new SMTPConnection({
    host: relay.host,
    port: relay.port,
    secure: relay.secure,
    logger: false,
    connectionTimeout: connect_ms,
    greetingTimeout: connect_ms,
    socketTimeout: answer_ms,
  });
  try {
    return await converse(connection, relay, mail);
  } finally {
    connection.close();
  }
}

function converse(connection: SMTPConnection, { auth }: Relay, mail: Handover): Promise<SmtpReply> {
  return new Promise((resolve) => {
    const reply = (code: number | null, text: string) =>
      resolve({ code, text: oneLine(text), tls: connection.secure });
    // What goes wrong before the mail is spoken of is not the recipient's fault, whatever its number.
    const fail = (error: Error) => reply(null, error.message);
    connection.on('error', fail);
    connection.on('end', () => reply(null, 'The connection was closed'));
    const send = () => {
      const envelope = { from: mail.sender, to: [mail.recipient] };
      connection.send(envelope, Buffer.from(mail.bytes), (error, info) => {
        if (error === null) return reply(codeOf(info?.response) ?? 250, info?.response ?? '');
        reply(error.responseCode ?? null, error.response ?? error.message);
      });
    };
    connection.connect((error) => {
      if (error) return fail(error);
      if (auth === null || !connection.allowsAuth) return send();
      connection.login({ credentials: auth }, (refused) => {
        if (refused) return reply(null, 'The relay refused the name and password');
        send();
      });
    });
  });
}

function codeOf(response: string | undefined): number | null {
  const code = Number(response?.slice(0, 3));
  return Number.isInteger(code) && code >= 200 ? code : null;
}

const longestText = 1000;

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, longestText);
}
