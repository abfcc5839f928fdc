/**
 * The `test` parameter of the designer's address: the SID of a kept test, the SID of an execution, or a whole test,
 * compressed.
 */

import { maxTestLength } from '#simulator/flow-test/limits.ts';

/** Characters of a link that browsers and chat programs take without cutting it. */
export const maxLinkLength = 6_000;

/** What the parameter names; null for a text that is none of it. */
export type TestLink = { kind: 'test' | 'execution'; sid: string } | { kind: 'script'; packed: string };

/** One of the few characters that an address has as they are, and no SID. */
const scriptMark = '.';

export function readTestLink(text: string): TestLink | null {
  if (/^FE[0-9a-f]{32}$/.test(text)) return { kind: 'test', sid: text };
  if (/^FN[0-9a-f]{32}$/.test(text)) return { kind: 'execution', sid: text };
  return text.startsWith(scriptMark) && text.length <= maxLinkLength
    ? { kind: 'script', packed: text.slice(scriptMark.length) }
    : null;
}

/** The parameter for a test as YAML; null where it would be too long. */
export async function writeScriptLink(yaml: string): Promise<string | null> {
  const stream = new Blob([yaml]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const text = scriptMark + toBase64Url(bytes);
  return text.length > maxLinkLength ? null : text;
}

/** The YAML of such a parameter; null for one that was cut off, altered, or holds more than a test may. */
export async function readScriptLink(packed: string): Promise<string | null> {
  const bytes = fromBase64Url(packed);
  if (bytes === null) return null;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = stream.pipeThrough(new TextDecoderStream('utf-8', { fatal: true })).getReader();
  try {
    let text = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += part.value;
      if (text.length > maxTestLength) return null;
    }
    return text;
  } catch {
    return null;
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

/** RFC 4648, section 5, without padding. */
function toBase64Url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
