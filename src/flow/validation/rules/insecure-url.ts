/** insecure-media and insecure-request: an address with http, which anybody on the way can read and change. */

import { textOf } from '../../json/json.ts';
import { pointer, valueAt } from '../../json/json-pointer.ts';
import type { WidgetTypeName } from '../../widgets/widget-type.ts';
import type { Violation, WidgetRule, WidgetView } from './rule.ts';
import { replaceAt } from './widget-fix.ts';

const media = ['media_url', 'play'];
const requests: readonly (WidgetTypeName | undefined)[] = [
  'make-http-request',
  'run-function',
  'run-function-v2',
];

/** Hosts that are reached without a public network. */
const isLocal =
  /^http:\/\/(?:localhost|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[::1\]|[^/.:]+(?:[:/]|$)|[^/]*\.(?:local|internal|test|example)(?:[:/]|$))/i;

export const insecureMedia: WidgetRule = {
  code: 'insecure-media',
  severity: 'warning',
  check: (widget) =>
    insecure(widget, media, 'Media is loaded with http. Many carriers refuse it: use https.'),
  fix: useHttps,
};

export const insecureRequest: WidgetRule = {
  code: 'insecure-request',
  severity: 'note',
  check: (widget) =>
    requests.includes(widget.type?.type)
      ? insecure(widget, ['url'], 'The request is sent with http, so that others can read it: use https.')
      : [],
  fix: useHttps,
};

function insecure({ index, properties }: WidgetView, names: readonly string[], message: string): Violation[] {
  return names.flatMap((name) => {
    const url = textOf(properties[name]).trim();
    if (!/^http:\/\//i.test(url) || isLocal.test(url)) return [];
    return [{ message, property_path: pointer('states', index, 'properties', name) }];
  });
}

function useHttps(
  ...[, path, definition]: Parameters<NonNullable<WidgetRule['fix']>>
): ReturnType<NonNullable<WidgetRule['fix']>> {
  const url = valueAt(definition, path);
  if (typeof url !== 'string') return null;
  const secure = url.replace(/http:/i, 'https:');
  return { label: 'Use https', edit: (before) => replaceAt(before, path, secure) };
}
