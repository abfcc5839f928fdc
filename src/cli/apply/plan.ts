/** What has to be done so that an account is as its file says. */

import { isDeepStrictEqual } from 'node:util';
import { paths } from '#api/paths.ts';
import type { RetentionResource } from '#api/system/operations.ts';
import { CommandError } from '../command.ts';
import { type ApplyContext, type Existing, type Kind, kinds } from './kinds.ts';
import type { AccountFile, Entry } from './schema.ts';

export type Step = {
  sign: '+' | '~' | '-';
  /** `carrier Main trunk`. */
  what: string;
  details: string[];
  run(): Promise<void>;
};

export type Plan = { steps: Step[]; unchanged: number };

/** `placeOf` is where a value stands in the file. */
export type ReadFile = { file: AccountFile; placeOf(path: readonly (string | number)[]): string };

/**
 * The steps, in an order in which each finds what it refers to. Lists that the file does not have are not looked at.
 *
 * @throws CommandError for names that are not unique or that nothing has, at their place in the file
 */
export async function makePlan(
  { file, placeOf }: ReadFile,
  context: ApplyContext,
  isPruned: boolean,
): Promise<Plan> {
  const made: Step[] = [];
  const removed: Step[] = [];
  let unchanged = 0;
  for (const kind of kinds) {
    const entries = file[kind.section];
    if (entries === undefined && !isReferredTo(kind, file)) continue;
    const existing = byName(kind, await kind.list(context));
    for (const { name, sid } of existing.values()) context.noteSid(kind.section, name, sid);
    const wanted = new Set<string>();
    for (const [index, entry] of (entries ?? []).entries()) {
      const place = placeOf([kind.section, index]);
      const name = kind.nameOf(entry);
      if (wanted.has(name)) throw new CommandError(`${place}: there is ${kind.one} ${name} above.`);
      wanted.add(name);
      checkReferences(kind, entry, { file, place, context });
      const step = await stepFor(kind, entry, existing.get(name), context);
      if (step === null) unchanged += 1;
      else made.push(step);
    }
    if (isPruned && entries !== undefined) removed.unshift(...removals(kind, existing, wanted, context));
  }
  const retention = await retentionStep(file, context);
  if (retention !== null) made.push(retention);
  else if (file.retention !== undefined) unchanged += 1;
  return { steps: [...made, ...removed], unchanged };
}

/** Numbers name flows and carriers that the file need not list. */
function isReferredTo({ section }: Kind, { numbers }: AccountFile): boolean {
  return numbers !== undefined && (section === 'flows' || section === 'carriers');
}

function byName({ section, one }: Kind, existing: readonly Existing[]): Map<string, Existing> {
  const found = new Map<string, Existing>();
  for (const each of existing) {
    const other = found.get(each.name);
    if (other !== undefined)
      throw new CommandError(
        `The server has more than one ${one} ${each.name} (${other.sid}, ${each.sid}): ${section} are told apart by their names.`,
      );
    found.set(each.name, each);
  }
  return found;
}

function checkReferences(
  { section }: Kind,
  entry: Entry<Kind['section']>,
  { file, place, context }: { file: AccountFile; place: string; context: ApplyContext },
): void {
  if (section !== 'numbers') return;
  const { flow, carrier } = entry as Entry<'numbers'>;
  if (!file.flows?.some(({ name }) => name === flow)) mustExist('flows', flow, { place, context });
  if (carrier !== undefined && !file.carriers?.some(({ name }) => name === carrier))
    mustExist('carriers', carrier, { place, context });
}

function mustExist(
  section: 'flows' | 'carriers',
  name: string,
  { place, context }: { place: string; context: ApplyContext },
): void {
  try {
    context.sidOf(section, name);
  } catch (error) {
    if (error instanceof CommandError) throw new CommandError(`${place}: ${error.message}`);
    throw error;
  }
}

async function stepFor(
  kind: Kind,
  entry: Entry<Kind['section']>,
  existing: Existing | undefined,
  context: ApplyContext,
): Promise<Step | null> {
  const what = `${kind.one} ${kind.nameOf(entry)}`;
  const wanted = kind.valuesOf(entry, context);
  if (existing === undefined) return { sign: '+', what, details: [], run: () => kind.create(entry, context) };
  const values = await existing.values();
  const changed = Object.keys(wanted).filter(
    (key) => wanted[key] !== undefined && !isDeepStrictEqual(wanted[key], values[key]),
  );
  const sendsSecrets = context.sendsSecrets && kind.hasSecrets?.(entry) === true;
  if (changed.length === 0 && !sendsSecrets) return null;
  if (kind.change === undefined)
    throw new CommandError(
      `The ${changed.join(' and ')} of ${what} cannot be changed: take it out of the file.`,
    );
  const details = [
    ...changed
      .filter((key) => key !== 'definition')
      .map((key) => `${key}: ${shown(values[key])} -> ${shown(wanted[key])}`),
    ...(changed.includes('definition') ? ((await kind.details?.(existing, entry, context)) ?? []) : []),
    ...(sendsSecrets ? ['its secrets are sent'] : []),
  ];
  return { sign: '~', what, details, run: async () => kind.change?.(existing, entry, changed, context) };
}

const shown = (value: unknown) => (value === null || value === undefined ? 'none' : JSON.stringify(value));

function removals(
  { one, remove }: Kind,
  existing: ReadonlyMap<string, Existing>,
  wanted: ReadonlySet<string>,
  context: ApplyContext,
): Step[] {
  if (remove === undefined) return [];
  return [...existing.values()]
    .filter(({ name }) => !wanted.has(name))
    .map((each) => ({
      sign: '-' as const,
      what: `${one} ${each.name}`,
      details: [],
      run: () => remove(each, context),
    }));
}

async function retentionStep({ retention }: AccountFile, { client }: ApplyContext): Promise<Step | null> {
  if (retention === undefined) return null;
  const current = await client.fetch<RetentionResource>(paths.retention);
  const changed = (['days', 'audit_days'] as const).filter(
    (key) => retention[key] !== undefined && retention[key] !== current[key],
  );
  if (changed.length === 0) return null;
  return {
    sign: '~',
    what: 'retention',
    details: changed.map((key) => `${key}: ${current[key]} -> ${retention[key]}`),
    run: () => client.post(paths.retention, { Days: retention.days, AuditDays: retention.audit_days }),
  };
}
