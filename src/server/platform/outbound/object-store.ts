/** A client of object stores that speak S3: lists, uploads in parts, downloads and deletes. */

import { createHash, createHmac } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { type Dispatcher, request } from 'undici';
import { readText } from './client.ts';
import { failureReason } from './failure-reason.ts';

/** `prefix` is empty, or ends with a slash. */
export type Bucket = {
  origin: string;
  bucket: string;
  prefix: string;
  region: string;
  keyId: string;
  secret: string;
};

/** The store did not do what it was asked for; the message is a sentence without its full stop. */
export class ObjectStoreError extends Error {
  override readonly name = 'ObjectStoreError';
}

/** Objects whose names begin with the prefix, without it. */
export type ObjectStore = {
  list(): Promise<string[]>;
  /** Replaces an object of that name, once all of it is there. */
  upload(name: string, file: string): Promise<void>;
  /** @throws ObjectStoreError, also when there is no object of that name; when `file` exists */
  download(name: string, file: string): Promise<void>;
  remove(name: string): Promise<void>;
};

/** An upload has 10,000 parts at most, each but the last of 5 MB at least. */
const partBytes = 16 * 1024 * 1024;
const maxParts = 9_000;

const timeoutMs = 300_000;
const maxTextBytes = 16 * 1024 * 1024;

/** After an error of the network or of the server a request is repeated after these times. */
const retriesMs = [500, 2_000, 5_000];

type ObjectRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The name of the object with the prefix; empty for the bucket. */
  key: string;
  query?: Readonly<Record<string, string>>;
  body?: Buffer;
};

/** `now` gives epoch milliseconds: the store refuses requests whose clock is wrong by more than a quarter of an hour. */
export function createObjectStore(place: Bucket, now: () => number): ObjectStore {
  const send = (asked: ObjectRequest) => sendSigned(place, asked, now);
  const askText = async (asked: ObjectRequest) => await readText((await send(asked)).body, maxTextBytes);
  return {
    async list() {
      const names: string[] = [];
      let next: string | null = null;
      do {
        const from: Record<string, string> = next === null ? {} : { 'continuation-token': next };
        const query = { 'list-type': '2', 'encoding-type': 'url', prefix: place.prefix, ...from };
        const text = await askText({ method: 'GET', key: '', query });
        for (const [, key = ''] of text.matchAll(/<Key>([^<]*)<\/Key>/g))
          names.push(decodeURIComponent(key.replaceAll('+', ' ')).slice(place.prefix.length));
        next = textOf(text, 'NextContinuationToken');
      } while (next !== null);
      return names;
    },
    async upload(name, path) {
      const key = place.prefix + name;
      const started = await askText({ method: 'POST', key, query: { uploads: '' } });
      const uploadId = textOf(started, 'UploadId') ?? '';
      try {
        const parts = await uploadParts(path, async (partNumber, body) => {
          const query = { partNumber: String(partNumber), uploadId };
          const { headers, body: text } = await send({ method: 'PUT', key, query, body });
          await text.dump();
          return String(headers.etag);
        });
        const list = parts.map(
          (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag></Part>`,
        );
        const body = Buffer.from(`<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`);
        const ended = await askText({ method: 'POST', key, query: { uploadId }, body });
        // The store answers before it is done, and says with 200 that it has failed.
        const problem = textOf(ended, 'Code');
        if (problem !== null)
          throw new ObjectStoreError(`The object store did not keep ${name} (${problem})`);
      } catch (error) {
        // What it has of the upload costs room. The first error is the one to report.
        await askText({ method: 'DELETE', key, query: { uploadId } }).catch(() => {});
        throw error;
      }
    },
    async download(name, path) {
      const { body } = await send({ method: 'GET', key: place.prefix + name });
      await pipeline(body, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
    },
    async remove(name) {
      await askText({ method: 'DELETE', key: place.prefix + name });
    },
  };
}

/** Calls `send` with the number and the bytes of each part, one after the other; returns what it gave. */
async function uploadParts<T>(
  path: string,
  send: (number: number, part: Buffer) => Promise<T>,
): Promise<T[]> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const length = Math.max(partBytes, Math.ceil(size / maxParts));
    const sent: T[] = [];
    // An empty file is a part, too.
    for (let start = 0; start < size || start === 0; start += length) {
      const part = Buffer.alloc(Math.min(length, size - start));
      await file.read(part, 0, part.length, start);
      sent.push(await send(sent.length + 1, part));
    }
    return sent;
  } finally {
    await file.close();
  }
}

/** @throws ObjectStoreError when there is no response, or one that is no success */
async function sendSigned(
  place: Bucket,
  asked: ObjectRequest,
  now: () => number,
): Promise<Dispatcher.ResponseData> {
  for (let tries = 0; ; tries += 1) {
    const outcome = await attempt(place, asked, now());
    if ('response' in outcome) return outcome.response;
    const pause = outcome.isPassing ? retriesMs[tries] : undefined;
    if (pause === undefined)
      throw new ObjectStoreError(`The object store at ${place.origin} ${outcome.problem}`);
    await wait(pause);
  }
}

type Attempt = { response: Dispatcher.ResponseData } | { problem: string; isPassing: boolean };

async function attempt(place: Bucket, asked: ObjectRequest, now: number): Promise<Attempt> {
  const { url, headers } = signRequest(place, asked, now);
  try {
    const response = await request(url, {
      ...{ method: asked.method, headers, body: asked.body ?? null },
      ...{ headersTimeout: timeoutMs, bodyTimeout: timeoutMs },
    });
    if (response.statusCode < 300) return { response };
    const code = textOf(await readText(response.body, maxTextBytes), 'Code') ?? 'no reason was given';
    return {
      problem: `responded to ${asked.method} ${asked.key || place.bucket} with ${response.statusCode} (${code})`,
      isPassing: response.statusCode >= 500 || response.statusCode === 429,
    };
  } catch (error) {
    return { problem: `cannot be reached: ${failureReason(error)}`, isPassing: true };
  }
}

/** The text of the first element of that name. */
function textOf(xml: string, name: string): string | null {
  const [, text] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? [];
  return text?.replaceAll('&quot;', '"').replaceAll('&amp;', '&') ?? null;
}

/** The URL of a request and its headers with the signature of it (AWS Signature Version 4). */
export function signRequest(
  { origin, bucket, region, keyId, secret }: Bucket,
  { method, key, query = {}, body = Buffer.alloc(0) }: ObjectRequest,
  now: number,
): { url: string; headers: Record<string, string> } {
  const path = `/${[bucket, ...(key === '' ? [] : key.split('/'))].map(encode).join('/')}`;
  const pairs = Object.entries(query).map(([name, value]) => `${encode(name)}=${encode(value)}`);
  const search = pairs.sort().join('&');
  const time = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '');
  const day = time.slice(0, 8);
  const digest = createHash('sha256').update(body).digest('hex');
  const signed = { host: new URL(origin).host, 'x-amz-content-sha256': digest, 'x-amz-date': time };
  const names = Object.keys(signed).join(';');
  const lines = Object.entries(signed).map(([name, value]) => `${name}:${value}\n`);
  const canonical = [method, path, search, lines.join(''), names, digest].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = `AWS4-HMAC-SHA256\n${time}\n${scope}\n${createHash('sha256').update(canonical).digest('hex')}`;
  const signingKey = [day, region, 's3', 'aws4_request'].reduce<Buffer>(hmac, Buffer.from(`AWS4${secret}`));
  const signature = hmac(signingKey, text).toString('hex');
  const { host: _, ...headers } = signed;
  const credential = `AWS4-HMAC-SHA256 Credential=${keyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
  const url = `${origin}${path}${search === '' ? '' : `?${search}`}`;
  return { url, headers: { ...headers, authorization: credential } };
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** As RFC 3986 has it: encodeURIComponent leaves five more characters as they are. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
