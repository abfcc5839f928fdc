import { describe, expect, it } from 'vitest';
import { bytesOf, isPhoneNumber, readIdentities, withIdentities } from './identity.ts';

describe('identities', () => {
  it('are split at line ends and commas, in order', () => {
    expect(readIdentities(' client:desk, chat:ann\n\nqa@example.org;sip:a@b\t x y ')).toEqual([
      'client:desk',
      'chat:ann',
      'qa@example.org',
      'sip:a@b',
      'x y',
    ]);
  });

  it('are normalized to E.164 when they are phone numbers', () => {
    expect(readIdentities('+44 7700 (900)-142')).toEqual(['+447700900142']);
    expect(isPhoneNumber('+447700900142')).toBe(true);
    expect(isPhoneNumber('client:+1')).toBe(false);
  });

  it('are measured in UTF-8 bytes', () => {
    expect(bytesOf('é')).toBe(2);
    expect(bytesOf('📞')).toBe(4);
  });

  it('are deduplicated', () => expect(withIdentities(['a', 'b'], ['b', 'c', 'c'])).toEqual(['a', 'b', 'c']));
});
