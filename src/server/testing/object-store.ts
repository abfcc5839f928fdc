/** A stand-in for an object store that speaks S3, which accepts only what is signed by the key of `url`. */

import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Bucket, signRequest } from '../platform/outbound/object-store.ts';

const credentials = { keyId: 'KEY-OF-TEST', secret: 'secret/of+test' };
const bucket = 'backups';

export type ObjectStoreStandIn = {
  /** The place of backups in it, below `prefix`, for the settings. */
  url(prefix: string): string;
  objects: Map<string, Buffer>;
  /** Uploads that were begun, and neither completed nor aborted. */
  uploads: Map<string, Buffer[]>;
  /** Each is given once in place of the response, for the next requests of that method. */
  faults: { method: string; status: number; body: string }[];
  close(): Promise<unknown>;
};

/** Lists give `pageSize` names at a time. `now` is its clock, in epoch milliseconds. */
export async function startObjectStore(now: () => number, pageSize = 1): Promise<ObjectStoreStandIn> {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Buffer[]>();
  const faults: ObjectStoreStandIn['faults'] = [];
  let origin = '';

  const respond = (request: IncomingMessage, body: Buffer): Reply => {
    const fault = faults[0]?.method === request.method ? faults.shift() : undefined;
    if (fault !== undefined) return { status: fault.status, body: fault.body };
    const { pathname, searchParams } = new URL(request.url ?? '', origin);
    const query = Object.fromEntries(searchParams);
    const [, , ...rest] = decodeURIComponent(pathname).split('/');
    const key = rest.join('/');
    const place: Bucket = { ...credentials, origin, bucket, prefix: '', region: 'eu-test-1' };
    const method = request.method as 'GET';
    const { headers } = signRequest(place, { method, key, query, body }, now());
    if (request.headers.authorization !== headers.authorization)
      return { status: 403, body: '<Error><Code>SignatureDoesNotMatch</Code></Error>' };
    return answer(request.method ?? '', key, query, body);
  };

  const answer = (method: string, key: string, query: Record<string, string>, body: Buffer): Reply => {
    const { uploadId = '' } = query;
    if (method === 'GET' && key === '') return list(query);
    if (method === 'POST' && query.uploads !== undefined) {
      const id = `upload ${uploads.size + 1}&`;
      uploads.set(id, []);
      return { status: 200, body: `<R><UploadId>${id.replace('&', '&amp;')}</UploadId></R>` };
    }
    const parts = uploads.get(uploadId);
    if (method === 'PUT' && parts !== undefined) {
      parts[Number(query.partNumber) - 1] = body;
      return { status: 200, body: '', headers: { etag: `"${query.partNumber}"` } };
    }
    if (method === 'POST' && parts !== undefined) {
      const named = [...String(body).matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"(\d+)"<\/ETag>/g)];
      if (named.length !== parts.length || named.some(([, number, tag]) => number !== tag))
        return { status: 400, body: '<Error><Code>InvalidPart</Code></Error>' };
      objects.set(key, Buffer.concat(parts));
      uploads.delete(uploadId);
      return { status: 200, body: '<CompleteMultipartUploadResult/>' };
    }
    if (method === 'DELETE') {
      if (query.uploadId === undefined) objects.delete(key);
      else uploads.delete(uploadId);
      return { status: 204, body: '' };
    }
    const found = objects.get(key);
    if (method === 'GET' && found !== undefined) return { status: 200, body: found };
    return { status: 404, body: '<Error><Code>NoSuchKey</Code></Error>' };
  };

  const list = ({ prefix = '', 'continuation-token': after = '' }: Record<string, string>): Reply => {
    const keys = [...objects.keys()].sort().filter((key) => key.startsWith(prefix) && key > after);
    const page = keys.slice(0, pageSize);
    const more =
      keys.length > pageSize ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    const contents = page.map((key) => `<Contents><Key>${encodeURIComponent(key)}</Key></Contents>`);
    return { status: 200, body: `<ListBucketResult>${contents.join('')}${more}</ListBucketResult>` };
  };

  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const { status, body: text, headers = {} } = respond(request, body);
    response.writeHead(status, headers).end(text);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  const user = `${credentials.keyId}:${encodeURIComponent(credentials.secret)}`;
  return {
    url: (prefix) => `s3+http://${user}@127.0.0.1:${port}/${bucket}/${prefix}?region=eu-test-1`,
    ...{ objects, uploads, faults },
    close: () => new Promise((done) => server.close(done)),
  };
}

type Reply = { status: number; body: string | Buffer; headers?: Record<string, string> };
