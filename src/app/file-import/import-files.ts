/** Importing files: each becomes a draft on the server, a draft on this device, or a sentence. */

import type { FlowForm } from '#api/flows/operations.ts';
import { problemCodes } from '#api/problem.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { type ExportedTest, readExportedTests } from '#flow/import-export/flow-with-tests.ts';
import { readDefinition } from '#flow/import-export/read-definition.ts';
import { isObject } from '#flow/json/json.ts';
import { separateCards } from '#flow/layout/separate-cards.ts';
import { RequestError } from '../client/request.ts';

export type ImportResult =
  | { kind: 'created'; sid: string; name: string }
  | { kind: 'local'; id: string; name: string; errors: number }
  | { kind: 'refused'; reason: 'no-flow'; sentence: string }
  | { kind: 'refused'; reason: 'unread' | 'no-storage' }
  | { kind: 'refused'; reason: 'failed'; message: string };

/** What becomes of flows that could be read; the page hands in the rules, the server and this device. */
export type ImportDestinations = {
  /** How many errors keep the definition from being stored. */
  countErrors(definition: FlowDefinition): Promise<number>;
  create(form: FlowForm): Promise<{ sid: string }>;
  /** Keeps the tests of the file with the new flow, and tells the person which it cannot keep. */
  keepTests(flow: string, tests: readonly ExportedTest[]): Promise<void>;
  keepLocally(name: string, definition: FlowDefinition): Promise<string>;
};

/** Stores one file: on the server, or on this device when the flow has errors that the server would refuse. */
export async function importFile(
  file: Pick<File, 'name' | 'text'>,
  to: ImportDestinations,
): Promise<ImportResult> {
  let text: string;
  try {
    text = await file.text();
  } catch {
    return { kind: 'refused', reason: 'unread' };
  }
  const opened = readDefinition(text);
  if (!opened.ok) return { kind: 'refused', reason: 'no-flow', sentence: opened.sentence };
  const definition = separateCards(opened.definition);
  const name = nameFor(file.name, definition, opened.name);
  const known = await to.countErrors(definition);
  if (known > 0) return keepLocally(name, definition, known, to);
  try {
    const form = {
      FriendlyName: name,
      Status: 'draft' as const,
      Source: 'import' as const,
      Definition: JSON.stringify(definition),
    };
    const { sid } = await to.create(form);
    await to.keepTests(sid, readExportedTests(text));
    return { kind: 'created', sid, name };
  } catch (failure) {
    const errors = errorCountOf(failure);
    if (errors === null) {
      return { kind: 'refused', reason: 'failed', message: failure instanceof Error ? failure.message : '' };
    }
    return keepLocally(name, definition, errors, to);
  }
}

async function keepLocally(
  name: string,
  definition: FlowDefinition,
  errors: number,
  to: ImportDestinations,
): Promise<ImportResult> {
  try {
    return { kind: 'local', id: await to.keepLocally(name, definition), name, errors };
  } catch {
    return { kind: 'refused', reason: 'no-storage' };
  }
}

/** How many errors the server found in the definition; null when it failed for another reason. */
function errorCountOf(failure: unknown): number | null {
  if (!(failure instanceof RequestError) || failure.code !== problemCodes.invalidDefinition) return null;
  const errors = isObject(failure.details) ? failure.details.errors : null;
  return Array.isArray(errors) ? errors.length : 1;
}

const genericFileNames = /^(flow|studio[-_ ]?flow|definition|export|untitled|download)?([-_ ]?\(?\d*\)?)$/i;

/** The name that the file carries inside, else the file's own name, else the description. */
export function nameFor(fileName: string, definition: FlowDefinition, inside: string | null): string {
  if (inside !== null && inside.trim() !== '') return inside.trim();
  const stem = fileName.replace(/(\.definition|\.flow)?\.(json|txt|js|ts|tf|tpl)$/i, '').trim();
  const description = typeof definition.description === 'string' ? definition.description.trim() : '';
  const usesDescription = genericFileNames.test(stem) && description !== '' && description.length <= 64;
  return usesDescription
    ? description
    : stem.replaceAll('_', ' ').trim() || description.slice(0, 64) || fileName;
}
