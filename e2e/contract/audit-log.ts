/** After the tour: each operation that has succeeded and is audited has its event, no other has one, and the chain is whole. */

import type { AuditRecord, AuditVerification } from '#api/audit/operations.ts';
import { paths } from '#api/paths.ts';
import type { OperationResult, TestAccount } from './conformance.ts';

/** The tour signs nobody in: what people alone do is recorded of people alone. */
const isRecorded = ({ operation: { audit } }: OperationResult) =>
  audit !== undefined && 'object' in audit && audit.only === undefined;

/** What is wrong, and how much was right. */
export async function checkAuditLog(
  { base, authorization }: TestAccount,
  seen: readonly OperationResult[],
): Promise<{ right: number; faults: string[] }> {
  const get = (path: string) => fetch(base + path, { headers: { authorization } });
  const lines = (await (await get(paths.auditEventsLines)).text()).trim().split('\n');
  const recorded = new Set(lines.map((line) => (JSON.parse(line) as AuditRecord).operation));
  const faults = seen.flatMap((result) => {
    const { id } = result.operation;
    const isExpected = isRecorded(result) && [...result.statuses].some((status) => status < 300);
    // Who is nobody to the tour has no session to begin or end, or has one.
    if (result.operation.access === 'anybody' && isRecorded(result)) return [];
    if (isExpected === recorded.has(id)) return [];
    // The fixture has made one, as a person.
    if (id === 'CreateToken' || id === 'SetMyPicture') return [];
    // Its own event is in the next file.
    if (id === 'ExportAuditLines') return [];
    return [isExpected ? `${id} succeeded without an event` : `${id} has an event that it should not have`];
  });
  const verified = (await (await get(paths.auditVerification)).json()) as AuditVerification;
  if (verified.broken !== null) faults.push(`the chain is broken: ${JSON.stringify(verified.broken)}`);
  return { right: seen.length + 1 - faults.length, faults };
}
