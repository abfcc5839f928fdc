/**
 * What a dialect is: how a carrier signs and writes its posts, takes requests, and reads documents. Everything that one
 * carrier writes otherwise than another stands in the folder of its dialect; the rest of the service has the commands of
 * the engine, and the names of fields that flows read (`engine/carrier-fields.ts`).
 */

import type { IncomingHttpHeaders } from 'node:http';
import type { MarkupVerb } from '#engine/commands/markup-verb.ts';
import type { JsonObject } from '#flow/json/json.ts';

/** `baseUrl` has no slash at the end; `token` is in clear; `application` is '' where none is set. */
export type CarrierCredentials = {
  baseUrl: string;
  conversationsUrl: string;
  account: string;
  token: string;
  application: string;
};

/** A template that is kept with the carrier, in the place of body and media. */
export type ContentTemplate = { sid: string; variables: object };

/** A message into a conversation; `service`, `attributes` and `media` may be empty. */
export type ConversationMessage = {
  service: string;
  conversation: string;
  author: string;
  body: string;
  /** URLs: a conversation takes none, so they are written below the text. */
  media: readonly string[];
  attributes: string;
  content: ContentTemplate | null;
};

/** A change of a live call. `recording` is the carrier's SID of it, null where the flow does not know it. */
export type CallChange =
  | { do: 'hang-up'; call: string; isRinging: boolean }
  | { do: 'redirect'; call: string; url: string }
  | { do: 'start-recording'; call: string; options: Record<string, string> }
  | { do: 'stop-recording'; call: string; recording: string | null };

/** What is requested of a carrier. `options` have the names that the engine gives them. */
export type CarrierRequest =
  | { do: 'check' }
  | {
      do: 'send-message';
      from: string;
      to: string;
      body: string;
      media: readonly string[];
      content: ContentTemplate | null;
      statusUrl: string;
    }
  | { do: 'add-to-conversation'; message: ConversationMessage }
  | {
      do: 'place-call';
      from: string;
      to: string;
      /** Where the carrier asks for the first document. */
      url: string;
      statusUrl: string;
      timeout_s: number;
      record: boolean;
      options: Record<string, string>;
    }
  | CallChange;

export type CarrierHttpRequest = {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body: string | null;
};

/** Why the carrier cannot do it, as a sentence for the step. */
export type Unsupported = { cannot: string };

/** A request that needs the response to another one, which changes nothing. */
export type RequestAfter = { first: CarrierHttpRequest; next(data: JsonObject): CarrierHttpRequest };

/** A post as its signature covers it. */
export type SignedPost = {
  headers: IncomingHttpHeaders;
  /** The URL that the carrier was given. */
  url: string;
  /** Names with all their values; none where the body is no form. */
  fields: readonly (readonly [name: string, values: readonly string[]])[];
  /** The SHA-256 of a body that is no form, in hexadecimal; null where the body is a form or there is none. */
  digest: string | null;
  /** The body as it came, where a dialect signs that; otherwise empty. */
  body: Buffer;
  /** Milliseconds. */
  now: number;
};

/** A post with the names of fields that flows read; `query` is what our own callback URL would have said. */
export type TranslatedPost = { fields: Record<string, string>; query?: Record<string, string> };

/** Callback URLs: `action` is for the report of how a verb ended, `after` is requested when all verbs are done. */
export type Callbacks = { action: string; after: string };

/**
 * What a carrier is to do with a call: execute markup verbs, continue with the document of another application, ask
 * again after a while, hang up, or reject the call.
 */
export type CallDocument =
  | { do: 'verbs'; verbs: readonly MarkupVerb[]; callbacks: Callbacks }
  | { do: 'redirect'; url: string; method: 'GET' | 'POST' }
  | { do: 'poll'; url: string }
  | { do: 'hang-up' }
  | { do: 'reject' };

/** A message in the response to another one. `status` is the URL of status callbacks; `to` and `from` where they differ. */
export type OutgoingMessage = {
  body: string;
  media: readonly string[];
  to?: string;
  from?: string;
  status?: string;
};

export type ReplyDocument = OutgoingMessage | { redirect: string; method: 'GET' | 'POST' };

export type Dialect = {
  /** Headers with the signature, in lower case. */
  signatureHeaders: readonly string[];
  /** Whether the signature covers the body as it came. */
  signsBody: boolean;
  /** `key` is in clear: the carrier's signing key, or its token where it has none. */
  isSigned(key: string, post: SignedPost): boolean;
  /** A JSON body of this dialect; null for any other. Absent where posts are forms with the names that flows read. */
  translatePost?(body: JsonObject): TranslatedPost | null;
  request(
    credentials: CarrierCredentials,
    request: CarrierRequest,
  ): CarrierHttpRequest | RequestAfter | Unsupported;
  /** The fields of a response that accepts a request, with the names sid, status, from, error_code and error_message. */
  readAccepted(data: JsonObject, request: CarrierRequest): JsonObject;
  /** The carrier's own code and reason of an error; '' where there is none. */
  readError(data: JsonObject): { code: string; reason: string };
  /** Whether the response to a message may have messages and a redirect; otherwise every message is a request. */
  repliesInResponse: boolean;
  contentType: string;
  /** How long the response to a post about a call may wait for the flow, where the carrier waits for less than 15 s. */
  patienceMs?: number;
  /** Whether its documents can say the verb. */
  has(verb: MarkupVerb): boolean;
  writeCall(document: CallDocument): string;
  writeReplies(replies: readonly ReplyDocument[]): string;
};
