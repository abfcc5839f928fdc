/** SMTP load generator: sends messages over several connections as fast as they are accepted. */

import { connect, type Socket } from 'node:net';

/** A message of `bytes` with a base64 attachment in lines of 76 characters. */
export function buildEmail(bytes: number): Buffer {
  const head = [
    'From: Load <load@sender.test>',
    'To: x@bench.test',
    'Subject: Load',
    'Date: Fri, 20 Nov 2026 10:00:00 +0000',
    'Message-ID: <load@sender.test>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'A short text.',
    '--b',
    'Content-Type: application/octet-stream; name="file.bin"',
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: attachment; filename="file.bin"',
    '',
    '',
  ].join('\r\n');
  const lines = `${'QUJD'.repeat(19)}\r\n`.repeat(Math.ceil((bytes - head.length) / 78));
  return Buffer.from(`${head}${lines}--b--\r\n`);
}

/** Waits for a complete SMTP reply. @throws when the connection closes before it */
function readReply(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const take = (chunk: Buffer) => {
      text += chunk;
      if (!/(^|\n)\d{3} [^\n]*\n$/.test(text)) return;
      socket.off('data', take).off('close', end);
      resolve(text);
    };
    const end = () => reject(new Error(`The connection ended: ${text}`));
    socket.on('data', take).once('close', end);
  });
}

export type SmtpSender = {
  /** Resolves when the message is accepted. */
  send(mail: Buffer): Promise<void>;
  close(): void;
};

export async function openSender(port: number): Promise<SmtpSender> {
  const socket = connect({ host: '127.0.0.1', port });
  socket.on('error', () => {});
  socket.setNoDelay(true);
  await readReply(socket);
  const say = (text: string | Buffer) => {
    const response = readReply(socket);
    socket.write(text);
    return response;
  };
  await say('EHLO bench\r\n');
  return {
    async send(mail) {
      for (const command of ['MAIL FROM:<a@sender.test>', 'RCPT TO:<x@bench.test>', 'DATA']) {
        const response = await say(`${command}\r\n`);
        if (!/^[23]/.test(response)) throw new Error(`${command} got the reply ${response}`);
      }
      const response = await say(Buffer.concat([mail, Buffer.from('.\r\n')]));
      if (!response.startsWith('250')) throw new Error(`A mail got the reply ${response}`);
    },
    close: () => socket.destroy(),
  };
}

/** Sends messages sequentially while `shouldContinue`; returns how many were accepted. */
async function sendOver(port: number, mail: Buffer, shouldContinue: () => boolean): Promise<number> {
  const sender = await openSender(port);
  let accepted = 0;
  for (; shouldContinue(); accepted += 1) await sender.send(mail);
  sender.close();
  return accepted;
}

/** Messages accepted per second. */
export async function measureSendRate(
  port: number,
  { mail, connections, seconds }: { mail: Buffer; connections: number; seconds: number },
): Promise<number> {
  const begun = performance.now();
  const shouldContinue = () => performance.now() - begun < seconds * 1000;
  const counts = await Promise.all(
    Array.from({ length: connections }, () => sendOver(port, mail, shouldContinue)),
  );
  return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - begun) / 1000);
}

/** Sends one message over each connection concurrently; returns the seconds until all are accepted. */
export async function sendAtOnce(port: number, mail: Buffer, connections: number): Promise<number> {
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: connections }, () => {
      let left = 1;
      return sendOver(port, mail, () => left-- > 0);
    }),
  );
  return (performance.now() - begun) / 1000;
}
