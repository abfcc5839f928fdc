/** Passkeys of this browser (WebAuthn): proving by one who one is, and making one. */

import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { callApi } from '../api.ts';

/** Not for an address of numbers, or one without https but for localhost. */
export function hasPasskeys(): boolean {
  return browserSupportsWebAuthn() && !/^[\d.]+$|^\[/.test(location.hostname);
}

/** The person did not choose one, or the browser could not ask. */
export class NoPasskey extends Error {
  override readonly name = 'NoPasskey';
}

/** @throws NoPasskey; RequestError when the server gives no challenge */
export async function answerByPasskey(): Promise<{ Challenge: string; Credential: string }> {
  const { challenge, options } = await callApi('POST /session/passkey/options', { anonymous: true });
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  const credential = await startAuthentication({ optionsJSON }).catch(refuse);
  return { Challenge: challenge, Credential: JSON.stringify(credential) };
}

/** @throws NoPasskey; RequestError when the server gives no challenge */
export async function makePasskey(): Promise<{ Challenge: string; Credential: string }> {
  const { challenge, options } = await callApi('POST /v1/Me/Passkeys/Options');
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  const credential = await startRegistration({ optionsJSON }).catch(refuse);
  return { Challenge: challenge, Credential: JSON.stringify(credential) };
}

function refuse(cause: unknown): never {
  throw new NoPasskey(cause instanceof Error ? cause.message : '', { cause });
}
