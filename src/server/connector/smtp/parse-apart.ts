/** Takes a mail apart with bounded time and memory: a large one in a thread of its own. */

import { Worker } from 'node:worker_threads';
import { type MailEnvelopeText, type MailForm, parsedForm } from './parse.ts';

/** Mails up to this size are read within some milliseconds, whatever they hold. */
const smallBytes = 64 * 1024;
const timeLimitMs = 20_000;
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 };

/**
 * Reads `bytes`, which are not there any more afterwards when they are many: the thread takes them over.
 *
 * @throws when the mail cannot be taken apart with what one mail may use
 */
export function readApart(bytes: Uint8Array<ArrayBuffer>, envelope: MailEnvelopeText): Promise<MailForm> {
  if (bytes.byteLength <= smallBytes) return parsedForm(bytes, envelope);
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./parse-thread.ts', import.meta.url), {
      workerData: { bytes, envelope },
      transferList: [bytes.buffer],
      resourceLimits,
    });
    const late = setTimeout(() => {
      reject(new Error(`The mail could not be read within ${timeLimitMs / 1000} s`));
      void thread.terminate();
    }, timeLimitMs);
    let form: MailForm | null = null;
    thread.once('message', (read: MailForm) => {
      form = read;
    });
    thread.once('error', reject);
    // Its memory is given back before the form is put to use.
    thread.once('exit', () => {
      clearTimeout(late);
      if (form === null) reject(new Error('The mail could not be read'));
      else resolve(form);
    });
  });
}
