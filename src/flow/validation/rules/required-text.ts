/** required-text: properties that are present but blank, and without which the widget cannot work. */

import { pointer } from '../../json/json-pointer.ts';
import type { WidgetTypeName } from '../../widgets/widget-type.ts';
import type { RuleExample, WidgetRule } from './rule.ts';

const required: { readonly [T in WidgetTypeName]?: { property: string; message: string } } = {
  'split-based-on': { property: 'input', message: 'Variable to test is required.' },
  'make-http-request': { property: 'url', message: 'URL is required.' },
  'add-markup-redirect': { property: 'url', message: 'Address is required.' },
};

export const requiredText: WidgetRule = {
  code: 'required-text',
  severity: 'error',
  check({ type, index, properties }) {
    const wanted = type === undefined ? undefined : required[type.type];
    if (wanted === undefined) return [];
    const value = properties[wanted.property];
    if (typeof value !== 'string' || value.trim() !== '') return [];
    return [
      { message: wanted.message, property_path: pointer('states', index, 'properties', wanted.property) },
    ];
  },
};

export const requiredTextExample: RuleExample = {
  why: 'Without it the widget has nothing to do.',
  bad: {
    states: [
      { name: 'load', type: 'make-http-request', properties: { method: 'GET', url: ' ' }, transitions: [] },
    ],
  },
  good: {
    states: [
      {
        name: 'load',
        type: 'make-http-request',
        properties: { method: 'GET', url: 'https://clinic.org' },
        transitions: [],
      },
    ],
  },
};
