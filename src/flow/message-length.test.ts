import { describe, expect, it } from 'vitest';
import { messageLength } from './message-length.ts';

describe('the length of a message', () => {
  it('has 160 characters of the GSM alphabet in one segment, and 153 in each of several', () => {
    expect(messageLength('a'.repeat(160))).toEqual({ characters: 160, segments: 1 });
    expect(messageLength('a'.repeat(161))).toEqual({ characters: 161, segments: 2 });
    expect(messageLength('a'.repeat(307))).toEqual({ characters: 307, segments: 3 });
  });

  it('counts characters of the extension table twice', () => {
    expect([...'^{}\\[~]|€\f'].map((letter) => messageLength(letter.repeat(81)).segments)).toEqual(
      Array.from({ length: 10 }, () => 2),
    );
    const basic = [...'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0189:;<=>?¡AZÄÖÑÜ§¿azäöñüà'];
    expect(basic.filter((letter) => messageLength(letter.repeat(160)).segments !== 1)).toEqual([]);
    expect(messageLength('€'.repeat(80)).segments).toBe(1);
    expect(messageLength('€'.repeat(81)).segments).toBe(2);
  });

  it('has 70 in a segment when one character is outside the alphabet', () => {
    expect(messageLength('я'.repeat(70)).segments).toBe(1);
    expect(['я'.repeat(134), 'я'.repeat(135)].map((text) => messageLength(text).segments)).toEqual([2, 3]);
    expect(messageLength(`${'a'.repeat(70)}я`).segments).toBe(2);
  });

  it('counts an emoji as one character and as two units', () => {
    expect(messageLength('👋')).toEqual({ characters: 1, segments: 1 });
    expect(messageLength('👋'.repeat(36)).segments).toBe(2);
  });

  it('has no segment for an empty text', () =>
    expect(messageLength('')).toEqual({ characters: 0, segments: 0 }));
});
