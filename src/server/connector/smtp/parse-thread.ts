/** The thread in which a large mail is taken apart: `parse-apart.ts` starts it, and it ends with its one answer. */

import { parentPort, workerData } from 'node:worker_threads';
import { JoinedPieces } from './joined-pieces.ts';
import { type MailEnvelopeText, parsedForm } from './parse.ts';

Object.assign(globalThis, { Blob: JoinedPieces });

const { bytes, envelope } = workerData as { bytes: Uint8Array; envelope: MailEnvelopeText };
const form = await parsedForm(bytes, envelope);
parentPort?.postMessage(form, [...new Set(form.files.map((file) => file.bytes.buffer as ArrayBuffer))]);
