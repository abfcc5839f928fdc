/** The variables that are set from an HTTP response. */

import type { OutputSpec } from './widget-type.ts';

export const httpResponseOutputs: readonly OutputSpec[] = [
  { path: 'status_code', means: 'HTTP status of the response.' },
  { path: 'content_type', means: 'Its content type.' },
  { path: 'body', means: 'Its text as it came.' },
  { path: 'parsed', means: 'Its values, when it is a JSON object.' },
];
