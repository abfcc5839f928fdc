/** Requests of carriers with the common REST API: forms below the account, Basic authentication. */

import type { CarrierHttpRequest } from '../dialect.ts';

/** A field may be repeated; the order is kept. */
export type FormFields = readonly (readonly [name: string, value: string])[];

export function basicAuthorization(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

export function formRequest(url: string, authorization: string, fields: FormFields): CarrierHttpRequest {
  return {
    method: 'POST',
    url,
    headers: {
      authorization,
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(fields.map(([name, value]) => [name, value])).toString(),
  };
}
