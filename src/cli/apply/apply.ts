/** `patchbay apply -f FILE`: makes an account as a file says, and says what that changes. */

import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { FlowDefinition } from '#flow/definition.ts';
import { validate } from '#flow/validation/validate.ts';
import { keysOf, readYaml } from '#simulator/flow-test/read-yaml.ts';
import { type Command, CommandError, exitCodes, type Io } from '../command.ts';
import { readFlowFile, readText } from '../flow-source.ts';
import { createServerClient } from '../server-client.ts';
import type { ApplyContext, ListSection } from './kinds.ts';
import { makePlan, type ReadFile, type Step } from './plan.ts';
import { type AccountFile, accountFileSchema, type Secret } from './schema.ts';

const maxFileLength = 1024 * 1024;

export const applyCommand: Command = {
  name: 'apply',
  usage: '-f FILE [--plan] [--prune] [--secrets]',
  means:
    'make the account as the YAML file says; --plan only says what would change, and ends with 1 when something would, --prune deletes what the lists of the file do not have, --secrets sends secrets to what exists, too',
  async run(args, io) {
    const { values } = parseArgs({
      args,
      options: {
        file: { type: 'string', short: 'f' },
        plan: { type: 'boolean', default: false },
        prune: { type: 'boolean', default: false },
        secrets: { type: 'boolean', default: false },
      },
    });
    if (values.file === undefined) throw new CommandError('Which file? patchbay apply -f FILE');
    const read = readAccountFile(values.file, io);
    const context = createContext(read.file, values.file, io, values.secrets);
    const { steps, unchanged } = await makePlan(read, context, values.prune);
    if (values.plan) {
      for (const step of steps) io.out(linesOf(step));
      io.out(`${countsOf(steps, unchanged, 'to ')}\n`);
      return steps.length === 0 ? exitCodes.ok : exitCodes.found;
    }
    for (const [done, step] of steps.entries()) await runStep(step, io, steps.length - done);
    io.out(`${countsOf(steps, unchanged, '')}\n`);
    return exitCodes.ok;
  },
};

/** @throws CommandError that lists what is wrong with the file, each at its line */
function readAccountFile(name: string, io: Io): ReadFile {
  const read = readYaml<AccountFile>(readText(name, io), accountFileSchema, {
    name: 'The file',
    maxLength: maxFileLength,
    isText: (ancestors) => !numberKeys.has(keysOf(ancestors).at(-1) ?? ''),
  });
  const at = ({ line, column }: { line: number; column: number }) => `${name}:${line}:${column}`;
  if (!read.ok)
    throw new CommandError(read.errors.map(({ message, ...place }) => `${at(place)}: ${message}`).join('\n'));
  return { file: read.value, placeOf: (path) => at(read.placeOf(path)) };
}

/** All others are texts: a phone number is one. */
const numberKeys = new Set(['days', 'audit_days']);

function createContext(file: AccountFile, name: string, io: Io, sendsSecrets: boolean): ApplyContext {
  const sids = new Map<string, string>();
  const folder = dirname(name);
  const definitions = new Map(
    (file.flows ?? []).map((flow) => [flow.file, readSoundFlow(join(folder, flow.file), io)]),
  );
  return {
    client: createServerClient(io.server()),
    sendsSecrets,
    definitionOf(flowFile) {
      const definition = definitions.get(flowFile);
      if (definition === undefined) throw new CommandError(`There is no file ${flowFile}.`);
      return definition;
    },
    secretValue({ env }: Secret) {
      const value = io.variable(env);
      if (value === undefined || value === '') throw new CommandError(`The variable ${env} is not set.`);
      return value;
    },
    sidOf(section: ListSection, wanted) {
      const sid = sids.get(`${section} ${wanted}`);
      if (sid === undefined) throw new CommandError(`None of the ${section} is called ${wanted}.`);
      return sid;
    },
    noteSid: (section, known, sid) => sids.set(`${section} ${known}`, sid),
    say: (line) => io.out(`${line}\n`),
  };
}

/** @throws CommandError when it is no flow, or one with errors */
function readSoundFlow(file: string, io: Io): FlowDefinition {
  const definition = readFlowFile(file, io);
  const errors = validate(definition).filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new CommandError(`${file}: ${errors.map(({ message }) => message).join(' ')}`);
  return definition;
}

/** What was done before a step that fails stays done: the next call goes on from there. */
async function runStep(step: Step, io: Io, left: number): Promise<void> {
  try {
    await step.run();
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    throw new CommandError(
      `${step.what}: ${error.message}\n${left} of the changes are not made. Call it again when this is mended.`,
      error.code,
    );
  }
  io.out(linesOf(step));
}

function linesOf({ sign, what, details }: Step): string {
  return [`${sign} ${what}`, ...details.map((detail) => `    ${detail}`)].map((line) => `${line}\n`).join('');
}

const verbs = { '+': ['create', 'created'], '~': ['change', 'changed'], '-': ['delete', 'deleted'] } as const;

/** `1 to create, 2 to change, 7 as they are.`, or `1 created, …`. */
function countsOf(steps: readonly Step[], unchanged: number, before: 'to ' | ''): string {
  const counts = (['+', '~', '-'] as const).flatMap((sign) => {
    const count = steps.filter((step) => step.sign === sign).length;
    const [present, past] = verbs[sign];
    return count === 0 ? [] : [`${count} ${before === '' ? past : before + present}`];
  });
  return `${[...counts, `${unchanged} as the file says`].join(', ')}.`;
}
