/** How a carrier posts to the addresses that it was given. */

import { type Element, readMarkup } from '#server/messaging/markup/read.ts';

export type Fields = Record<string, string>;

/** Gives the headers by which a carrier vouches for a post of these fields to this address. */
export type Sign = (url: string, fields: Fields) => Fields;

const unsigned: Sign = () => ({});

/** The response must be markup, or nothing. */
export async function post(url: string, fields: Fields, sign: Sign = unsigned): Promise<Element> {
  const headers = sign(url, fields);
  return markupOf(await fetch(url, { method: 'POST', headers, body: new URLSearchParams(fields) }));
}

/** For those who only want to know; what they answer is not read. */
export async function notify(url: string, fields: Fields): Promise<void> {
  await fetch(url, { method: 'POST', body: new URLSearchParams(fields) });
}

/** The fields go after what the address has of a query. */
export async function get(url: string, fields: Fields, sign: Sign = unsigned): Promise<Element> {
  const address = new URL(url);
  for (const [name, value] of Object.entries(fields)) address.searchParams.append(name, value);
  return markupOf(await fetch(address, { headers: sign(address.href, {}) }));
}

async function markupOf(response: Response): Promise<Element> {
  const text = await response.text();
  if (!response.ok) throw new Error(`The webhook answered ${response.status}: ${text.slice(0, 500)}`);
  if (text.trim() === '') return { name: 'Response', attributes: {}, children: [], text: '' };
  return readMarkup(text);
}
