/** Which addresses are the same one, and which only look like it. */

import { describe, expect, it } from 'vitest';
import { normalizeEmail } from './email-address.ts';

describe('the address of a person', () => {
  it.each([
    [' Ann.Lee@Example.ORG ', 'ann.lee@example.org'],
    // K of Kelvin, dotless and dotted I, and full width: each has an ASCII letter as its lower case, or nearly.
    ['\u212Aim@example.org', '\u212Aim@example.org'],
    ['\u0130da@example.org', '\u0130da@example.org'],
    ['k\u0131m@example.org', 'k\u0131m@example.org'],
    ['\uFF41nn@example.org', '\uFF41nn@example.org'],
    ['J\u00D6RG@example.org', 'j\u00D6rg@example.org'],
    ['bob@B\u00DCcher.example', 'bob@xn--bcher-kva.example'],
    ['bob@XN--bcher-kva.example', 'bob@xn--bcher-kva.example'],
    ['"a@b"@example.org', '"a@b"@example.org'],
    ['no address', 'no address'],
  ])('%s is compared as %s', (written, compared) => {
    expect(normalizeEmail(written)).toBe(compared);
    expect(normalizeEmail(compared)).toBe(compared);
  });
});
