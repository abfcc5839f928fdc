/** Encodes a form with files as multipart/form-data (RFC 7578) in chunks, without copying the files. */

export type FormFile = { field: string; filename: string; type: string; bytes: Uint8Array };

/** A text in another charset than UTF-8, which its part of the form names. */
export type FormText = { bytes: Uint8Array; charset: string };

export type Form = {
  fields: Readonly<Record<string, string | Uint8Array | FormText>>;
  files: readonly FormFile[];
};

export type Multipart = {
  contentType: string;
  /** Total bytes. */
  length: number;
  /** Can be iterated more than once. */
  pieces(): Iterable<Uint8Array>;
};

/** The largest chunk, so that backpressure of a slow receiver applies in between. */
const pieceBytes = 256 * 1024;

/** `boundary` must be unguessable for the author of the content. */
export function multipart({ fields, files }: Form, boundary: string): Multipart {
  const parts = [
    ...Object.entries(fields).map(([name, value]) => ({
      head: `Content-Disposition: form-data; name="${quoted(name)}"\r\n${charsetHeader(value)}\r\n`,
      value: bytesOf(value),
    })),
    ...files.map(({ field, filename, type, bytes }) => ({
      head:
        `Content-Disposition: form-data; name="${quoted(field)}"; filename="${quoted(filename)}"\r\n` +
        `Content-Type: ${mediaType(type)}\r\n\r\n`,
      value: bytes,
    })),
  ];
  function* pieces() {
    for (const { head, value } of parts) {
      yield Buffer.from(`--${boundary}\r\n${head}`);
      for (let from = 0; from < value.byteLength; from += pieceBytes) {
        yield value.subarray(from, from + pieceBytes);
      }
      yield Buffer.from('\r\n');
    }
    yield Buffer.from(`--${boundary}--\r\n`);
  }
  let length = 0;
  for (const piece of pieces()) length += piece.byteLength;
  return { contentType: `multipart/form-data; boundary=${boundary}`, length, pieces };
}

/** RFC 7578, section 4.4: the charset of a field that is not the form's own. */
function charsetHeader(value: string | Uint8Array | FormText): string {
  if (typeof value === 'string' || value instanceof Uint8Array) return '';
  return `Content-Type: text/plain; charset=${value.charset}\r\n`;
}

function bytesOf(value: string | Uint8Array | FormText): Uint8Array {
  if (typeof value === 'string') return Buffer.from(value);
  return value instanceof Uint8Array ? value : value.bytes;
}

/** Escaped as browsers do (HTML standard, multipart/form-data encoding). */
function quoted(text: string): string {
  return text.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22').replaceAll('\0', '');
}

function mediaType(text: string): string {
  return /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(text) ? text : 'application/octet-stream';
}
