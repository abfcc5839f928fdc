/** address-form: a phone number or SIP address, written out in a field, that cannot be one. */

import { addressError, asPhoneNumber, isPhoneNumber, isSipAddress } from '../../address.ts';
import { type Json, textOf } from '../../json/json.ts';
import { pointer, valueAt } from '../../json/json-pointer.ts';
import type { WidgetTypeName } from '../../widgets/widget-type.ts';
import { quote } from '../violation-message.ts';
import type { WidgetRule } from './rule.ts';
import { isStandIn } from './stand-in.ts';
import { replaceAt } from './widget-fix.ts';

/** `any` may also be a name, a client or an identity of a channel; it is judged where it is written like a number. */
type Form = 'any' | 'phone' | 'phones' | 'sip';

/** `nouns`: only while the call is connected with one of them; undefined where that is not chosen. */
type AddressField = { property: string; form: Form; nouns?: readonly (Json | undefined)[] };

const parties: readonly AddressField[] = [
  { property: 'to', form: 'any' },
  { property: 'from', form: 'any' },
];

const addressFields: { readonly [T in WidgetTypeName]?: readonly AddressField[] } = {
  'send-message': parties,
  'send-and-wait-for-reply': [{ property: 'from', form: 'any' }],
  'make-outgoing-call-v2': parties,
  'make-outgoing-call-v1': parties,
  'connect-call-to': [
    { property: 'to', form: 'phone', nouns: ['number', '', undefined] },
    { property: 'to', form: 'phones', nouns: ['number-multi'] },
    { property: 'sip_endpoint', form: 'sip', nouns: ['sip'] },
    { property: 'caller_id', form: 'any' },
  ],
};

/** A template, or a number with letters for its digits: +1XXXYYYZZZZ. */
const filledInLater = /\{\{|\{%|^\+?\d*[XYZ]{3,}$/;

const aPhoneNumber = 'a phone number: write + and the country code, such as +15005550006';
const aSipAddress = 'a SIP address: write name@host, such as sip:office@example.org';

export const addressForm: WidgetRule = {
  code: 'address-form',
  severity: 'warning',
  check({ type, index, properties }) {
    const fields = type === undefined ? [] : (addressFields[type.type] ?? []);
    return fields.flatMap(({ property, form, nouns }) => {
      if (nouns !== undefined && !nouns.includes(properties.noun)) return [];
      const wrong = wrongAddress(textOf(properties[property]), form);
      if (wrong === null) return [];
      const message = `${quote(wrong)} is not ${form === 'sip' ? aSipAddress : aPhoneNumber}.`;
      return [{ message, property_path: pointer('states', index, 'properties', property) }];
    });
  },
  fix(_finding, path, definition) {
    const text = textOf(valueAt(definition, path));
    const numbers = text.split(',').map((each) => asPhoneNumber(each.trim()));
    if (numbers.includes(null)) return null;
    const number = numbers.join(',');
    return { label: `Change to ${number}`, edit: (before) => replaceAt(before, path, number) };
  },
};

/** The first address of `text` that has another form; null where there is none, or it is filled in later. */
function wrongAddress(text: string, form: Form): string | null {
  if (text.trim() === '' || filledInLater.test(text.trim()) || isStandIn(text.trim())) return null;
  switch (form) {
    case 'phone':
      return isPhoneNumber(text) ? null : text.trim();
    case 'phones': {
      const numbers = text.split(',').map((each) => each.trim());
      return numbers.find((each) => each !== '' && !isPhoneNumber(each)) ?? null;
    }
    case 'sip':
      return isSipAddress(text) ? null : text.trim();
    case 'any':
      return addressError(text) === 'number' ? text.trim() : null;
  }
}
