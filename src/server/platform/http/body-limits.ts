/** Limits of request bodies: their size, fields of a form, and depth and number of the values of JSON. */

import type { FastifyRequest } from 'fastify';

/** Bytes of a body where its route names no other limit: a definition of 1 MB, form-encoded. */
export const maxBodyBytes = 2 * 1024 * 1024;

/** From this size on a body may be long work, and waits for its turn (`EventLoopTurn`). */
export const largeBodyBytes = 8 * 1024;

/** Bytes of bodies of many MB that are in memory at once: three of the largest. */
export const maxBytesInMemory = 96 * 1024 * 1024;

/** Fields of a form where its route names no other limit. */
export const maxFormFields = 5_000;

/** Arrays and objects inside each other. What walks JSON by recursion is safe below it. */
export const maxJsonDepth = 100;

/** Values of a JSON text, at any depth: three times those of the largest definition. Bounds the time and memory of parsing. */
export const maxJsonValues = 100_000;

/** Different names of members of a JSON text, which cost its parser many times what values do. */
export const maxJsonNames = 10_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Fields of a form or JSON object; `maxFormFields` by default. */
    maxFormFields?: number;
  }
}

/** Bytes of a body where anybody may call: to read more would keep others waiting before it is known who asks. */
export const publicBodyBytes = 64 * 1024;

/** Options of routes that carriers post to: their posts have some dozen short fields. */
export const carrierPostLimits = { bodyLimit: publicBodyBytes, config: { maxFormFields: 200 } };

/** How many fields the body of a request may have. */
export function maxFieldsOf(request: FastifyRequest): number {
  return request.routeOptions.config.maxFormFields ?? maxFormFields;
}
