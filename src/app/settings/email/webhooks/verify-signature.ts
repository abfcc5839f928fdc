/** Verifies the signature of a request in the browser: ECDSA on P-256 with SHA-256 (Web Crypto). */

export type SignatureResult = 'valid' | 'invalid' | 'unreadableSignature' | 'unreadableKey' | 'unavailable';

/** A received request, as text. `publicKey` is base64 of SPKI, `signature` base64 of a DER pair of numbers. */
export type SignedPost = { publicKey: string; signature: string; timestamp: string; payload: string };

/** ECDSA on P-256 over the time and then the body. `subtle` is undefined on pages that did not come securely. */
export async function verifyPost(
  subtle: SubtleCrypto | undefined,
  post: SignedPost,
): Promise<SignatureResult> {
  if (subtle === undefined) return 'unavailable';
  const signature = rawSignature(bytesOf(post.signature));
  if (signature === null) return 'unreadableSignature';
  const key = await importKey(subtle, bytesOf(post.publicKey));
  if (key === null) return 'unreadableKey';
  for (const payload of lineEndVariants(post.payload)) {
    const signed = new TextEncoder().encode(post.timestamp.trim() + payload);
    if (await subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, signature, signed)) return 'valid';
  }
  return 'invalid';
}

/** A text field turns every line end into one letter and pasting may lose the last: what could have been posted. */
function lineEndVariants(payload: string): string[] {
  const lines = payload.replaceAll('\r\n', '\n');
  const bare = lines.replace(/\n$/, '');
  return [
    ...new Set([payload, lines, bare, `${bare}\n`].flatMap((text) => [text, text.replace(/\r?\n/g, '\r\n')])),
  ];
}

async function importKey(
  subtle: SubtleCrypto,
  spki: Uint8Array<ArrayBuffer> | null,
): Promise<CryptoKey | null> {
  if (spki === null) return null;
  return subtle
    .importKey('spki', spki, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify'])
    .catch(() => null);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64.replace(/\s/g, '')), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

/** From DER (a sequence of two numbers) to the two numbers of 32 bytes that the browser wants; null for anything else. */
export function rawSignature(der: Uint8Array<ArrayBuffer> | null): Uint8Array<ArrayBuffer> | null {
  if (der === null || der[0] !== 0x30 || der[1] !== der.length - 2) return null;
  const plain = new Uint8Array(64);
  let at = 2;
  for (const half of [0, 1]) {
    const length = der[at + 1] ?? 0;
    const number = der.subarray(at + 2, at + 2 + length);
    if (der[at] !== 0x02 || length === 0 || number.length !== length) return null;
    const digits = number.subarray(
      number.findIndex((byte) => byte !== 0) === -1 ? length : number.findIndex((byte) => byte !== 0),
    );
    if (digits.length > 32) return null;
    plain.set(digits, half * 32 + 32 - digits.length);
    at += 2 + length;
  }
  return at === der.length ? plain : null;
}
