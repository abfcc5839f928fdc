/** Requests from a carrier to webhooks and callbacks. */

import { type Element, readMarkup } from '#server/testing/read-markup.ts';

export type Fields = Record<string, string>;

/** Computes the signature headers for a post of these fields to this URL. */
export type Sign = (url: string, fields: Fields) => Fields;

const unsigned: Sign = () => ({});

/** Posts the fields as a form. @throws unless the response is markup or empty */
export async function post(url: string, fields: Fields, sign: Sign = unsigned): Promise<Element> {
  const headers = sign(url, fields);
  return markupOf(await fetch(url, { method: 'POST', headers, body: new URLSearchParams(fields) }));
}

/** Posts to a callback whose response is not read. */
export async function notify(url: string, fields: Fields): Promise<void> {
  await fetch(url, { method: 'POST', body: new URLSearchParams(fields) });
}

/** Sends a GET with the fields appended to the query of `url`. */
export async function get(url: string, fields: Fields, sign: Sign = unsigned): Promise<Element> {
  const address = new URL(url);
  for (const [name, value] of Object.entries(fields)) address.searchParams.append(name, value);
  return markupOf(await fetch(address, { headers: sign(address.href, {}) }));
}

async function markupOf(response: Response): Promise<Element> {
  const text = await response.text();
  if (!response.ok) throw new Error(`The webhook responded ${response.status}: ${text.slice(0, 500)}`);
  if (text.trim() === '') return { name: 'Response', attributes: {}, children: [], text: '' };
  return readMarkup(text);
}
