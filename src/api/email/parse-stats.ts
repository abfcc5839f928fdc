/** Inbound parse statistics: how many messages were received and parsed. */

import { type Static, Type } from 'typebox';
import { resource } from '../operation/operation.ts';
import type { periods } from './statuses.ts';

export type Period = (typeof periods)[number];

/** `date` is the first day of the period; weeks begin on Monday. */
export const parseStatsEntrySchema = resource('ParseStatsEntry', {
  date: Type.String({ format: 'date' }),
  stats: Type.Array(Type.Object({ metrics: Type.Object({ received: Type.Number() }) })),
});

export const parseStatsSchema = Type.Array(parseStatsEntrySchema);

/** Maximum entries of a response: more than fifty years of days. */
export const maxStatsEntries = 20_000;

export type ParseStatsEntry = Static<typeof parseStatsEntrySchema>;
