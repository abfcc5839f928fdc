/** Sends mails over several connections as fast as they are taken. */

import { connect, type Socket } from 'node:net';

/** Lines of 76 letters, `bytes` in all, under a small head. */
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

/** Waits for a whole response. @throws when the connection ends before it */
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

/** One after another while `goOn` says so; gives how many were taken. */
async function sendOver(port: number, mail: Buffer, shouldContinue: () => boolean): Promise<number> {
  const socket = connect({ host: '127.0.0.1', port });
  socket.on('error', () => {});
  socket.setNoDelay(true);
  await readReply(socket);
  const send = (text: string | Buffer) => {
    const response = readReply(socket);
    socket.write(text);
    return response;
  };
  await send('EHLO bench\r\n');
  const body = Buffer.concat([mail, Buffer.from('.\r\n')]);
  let accepted = 0;
  while (shouldContinue()) {
    for (const command of ['MAIL FROM:<a@sender.test>', 'RCPT TO:<x@bench.test>', 'DATA']) {
      const response = await send(`${command}\r\n`);
      if (!/^[23]/.test(response)) throw new Error(`${command} was answered ${response}`);
    }
    const response = await send(body);
    if (!response.startsWith('250')) throw new Error(`A mail was answered ${response}`);
    accepted += 1;
  }
  socket.destroy();
  return accepted;
}

/** Mails taken in a second. */
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

/** Sends the mail over so many connections at once, one each; gives the seconds until all are taken. */
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
