import { describe, expect, it } from 'vitest';
import { maxLinkLength, readScriptLink, readTestLink, writeScriptLink } from './test-link.ts';

const hex = '0123456789abcdef0123456789abcdef';

async function packed(yaml: string): Promise<string> {
  const link = await writeScriptLink(yaml);
  const target = link === null ? null : readTestLink(link);
  if (target?.kind !== 'script') throw new Error('The link is none.');
  return target.packed;
}

async function deflated(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return Buffer.from(await new Response(stream).arrayBuffer()).toString('base64url');
}

describe('a link to a test run', () => {
  it('holds a test with any character', async () => {
    const yaml = 'start: {trigger: incomingMessage, body: "héllo 你好 🎉"}\nsteps: []\n';
    expect(await readScriptLink(await packed(yaml))).toBe(yaml);
  });

  it('names a kept test or an execution by its SID', () => {
    expect(readTestLink(`FE${hex}`)).toEqual({ kind: 'test', sid: `FE${hex}` });
    expect(readTestLink(`FN${hex}`)).toEqual({ kind: 'execution', sid: `FN${hex}` });
    expect(readTestLink(`FW${hex}`)).toBe(null);
  });

  it('is none for a test that is too long for it', async () => {
    const noise = Array.from({ length: 20_000 }, (_, index) => ((index * 7919) % 9973).toString(36)).join('');
    expect(await writeScriptLink(noise)).toBe(null);
    expect(readTestLink(`.${'a'.repeat(maxLinkLength)}`)).toBe(null);
  });

  it('is refused where it was cut off, altered, or unpacks to more than a test may have', async () => {
    const whole = await packed('start: {trigger: incomingCall}\nsteps: []\n');
    expect(await readScriptLink(whole.slice(0, -4))).toBe(null);
    expect(await readScriptLink('no base64 ä')).toBe(null);
    expect(await readScriptLink('AAAA')).toBe(null);
    expect(await readScriptLink(await deflated('a'.repeat(1_000_000)))).toBe(null);
  });
});
