/** Whether what the page gets from the API is what `/openapi.json` says. */

import type { Page, Response } from 'playwright/test';
import { createResponseValidator, type ResponseValidator } from './contract/response-validator.ts';
import type { RunningServer } from './server.ts';

/** The validator of what a server describes. */
export async function validatorOf(server: RunningServer): Promise<ResponseValidator> {
  return createResponseValidator(await (await fetch(`${server.url}/openapi.json`)).json());
}

/** Reads the responses to a page's requests from now on; call the result for what is wrong with any of them. */
export function watchResponses(page: Page, validate: ResponseValidator): () => Promise<string[]> {
  const read: Promise<string[]>[] = [];
  page.on('response', (response) => void read.push(faultsOf(response, validate)));
  return async () => [...new Set((await Promise.all(read)).flat())];
}

async function faultsOf(response: Response, validate: ResponseValidator): Promise<string[]> {
  const path = new URL(response.url()).pathname.replace(/^\/eu(?=\/v3\/)/, '');
  const type = response.headers()['content-type'] ?? '';
  const status = response.status();
  const isOfApi = /^\/v[123]\//.test(path) && response.request().resourceType() === 'fetch';
  // An event stream has no end, and a page that goes elsewhere takes the bodies along that it was waiting for.
  if (!isOfApi || status === 304 || type.startsWith('text/event-stream')) return [];
  const body = await response.text().catch(() => null);
  if (body === null) return [];
  const { operation, fault } = validate(response.request().method(), path, { status, type, body });
  return fault === null ? [] : [`${operation}, ${status}: ${fault}`];
}
