/** For tests: a DNS server on loopback with given records (RFC 1035, the part that takes). */

import { createSocket } from 'node:dgram';

/** Addresses, texts, an alias, or mail exchangers by preference; '' is the root, and stands for no exchanger at all. */
type Records = {
  a?: string[];
  mx?: [preference: number, exchange: string][];
  txt?: string[];
  cname?: string;
};

/** Names that are not among them do not exist; `silent` gets no response, and `broken` a server failure. */
export type Zone = Record<string, Records | 'silent' | 'broken'>;

export type TestNameServer = {
  /** `address:port` */
  address: string;
  close(): Promise<void>;
};

const types = { a: 1, cname: 5, mx: 15, txt: 16 };
const failed = 2;
const unknown = 3;

/** On a free port; on port 53, as programs ask that know no other, where `isSystem` says so. */
export async function openNameServer(zone: Zone, { isSystem = false } = {}): Promise<TestNameServer> {
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) => {
    const response = respondTo(question, zone);
    if (response !== null) socket.send(response, port, address);
  });
  await new Promise<void>((resolve) => socket.bind(isSystem ? 53 : 0, systemAddress(isSystem), resolve));
  return {
    address: `${systemAddress(isSystem)}:${socket.address().port}`,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

/** One of its own for port 53, which another program may have at the usual one. */
const systemAddress = (isSystem: boolean) => (isSystem ? '127.0.0.97' : '127.0.0.1');

const headBytes = 12;

function respondTo(question: Buffer, zone: Zone): Buffer | null {
  const { name, end } = readName(question);
  const type = question.readUInt16BE(end);
  const known = zone[name];
  if (known === 'silent') return null;
  const records = known === undefined || known === 'broken' ? [] : recordsOf(known, type);
  const head = Buffer.from(question.subarray(0, headBytes));
  // An authoritative response with the question section only.
  head.writeUInt16BE(0x8580 | (known === undefined ? unknown : known === 'broken' ? failed : 0), 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(records.length, 6);
  head.fill(0, 8);
  return Buffer.concat([head, question.subarray(headBytes, end + 4), ...records]);
}

function readName(question: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = headBytes;
  for (let length = question.readUInt8(at); length > 0; length = question.readUInt8(at)) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

function recordsOf({ a = [], mx = [], txt = [], cname }: Records, type: number): Buffer[] {
  if (type === types.a) return a.map((address) => record(type, Buffer.from(address.split('.').map(Number))));
  if (type === types.txt) return txt.map((text) => record(type, characterStrings(text)));
  if (type === types.cname) return cname === undefined ? [] : [record(type, written(cname))];
  if (type !== types.mx) return [];
  return mx.map(([preference, exchange]) =>
    record(type, Buffer.concat([Buffer.from([preference >> 8, preference & 0xff]), written(exchange)])),
  );
}

/** A text of any length as character strings, each of 255 bytes at most. */
function characterStrings(text: string): Buffer {
  const strings = text.match(/.{1,255}/g) ?? [''];
  return Buffer.concat(
    strings.map((each) => Buffer.from(`${String.fromCharCode(each.length)}${each}`, 'latin1')),
  );
}

/** A record of the name that was asked for, which stands right after the head. */
function record(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(headBytes);
  head.writeUInt16BE(0xc000 | headBytes, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function written(name: string): Buffer {
  const labels = name.split('.').filter((label) => label !== '');
  return Buffer.concat([
    ...labels.flatMap((label) => [Buffer.from([label.length]), Buffer.from(label)]),
    Buffer.from([0]),
  ]);
}
