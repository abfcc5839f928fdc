/** Form parsing: bodies as clients send them. */

import { describe, expect, it } from 'vitest';
import { parseForm } from './form.ts';

describe('a form', () => {
  it.each([
    ['To=%2B15005550006', '+15005550006'],
    ['To=+15005550006', '+15005550006'],
    ['To=whatsapp:+15005550006', 'whatsapp:+15005550006'],
    ['To=whatsapp%3A+15005550006', 'whatsapp:+15005550006'],
    ['To=+hello', ' hello'],
    ['To=1+2', '1 2'],
    ['To=+1', ' 1'],
    ['To=a+15005550006', 'a 15005550006'],
    ['To=%20caf%C3%A9+', ' café '],
  ])('is read: %s', (body, value) => {
    expect(parseForm(body).text('To')).toBe(value);
  });

  it('keeps every value of a name, each number with its plus sign', () => {
    const form = parseForm('TestUsers=+15005550006&TestUsers=client:zoe&TestUsers=%2B15005550007');
    expect(form.texts('TestUsers')).toEqual(['+15005550006', 'client:zoe', '+15005550007']);
  });
});
