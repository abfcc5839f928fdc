/** Fields that a carrier reported, without those that a simulation has by itself. */

import { isObject, type Json, type JsonObject, textOf } from '#flow/json/json.ts';

/** A message as an input. */
export type ReportedMessage = { body: string; media: readonly string[]; fields: JsonObject };

/** Fields of a message that say nothing about it: its addresses, its counts, the version of the API. */
const usualOfMessage =
  /^(From|To|Body|NumMedia|NumSegments|MediaUrl\d+|MediaContentType\d+|ApiVersion|SmsStatus|Author|EventType|Source|ChannelAttributes|InstanceSid)$/;

const usualOfCall = /^(From|To|Caller|Called|Direction|ApiVersion)$/;

/** The message in the fields of a report. */
export function messageOf(reported: JsonObject): ReportedMessage {
  const media = Object.entries(reported)
    .filter(([key, value]) => /^MediaUrl\d+$/.test(key) && typeof value === 'string')
    .map(([, url]) => textOf(url));
  return { body: textOf(reported.Body), media, fields: besides(reported, usualOfMessage) };
}

/** What the report on a call says besides the call's own fields. */
export function reportOf(reported: JsonObject): JsonObject {
  return besides(reported, usualOfCall);
}

/** SIDs are given out again in each run. */
function besides(fields: JsonObject, usual: RegExp): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([key, value]) => !usual.test(key) && !key.endsWith('Sid') && !isSid(value) && !isEmpty(value),
    ),
  );
}

function isSid(value: Json): boolean {
  return typeof value === 'string' && /^[A-Z]{2}[0-9a-f]{32}$/.test(value);
}

function isEmpty(value: Json): boolean {
  return value === null || value === '' || (isObject(value) && Object.keys(value).length === 0);
}
