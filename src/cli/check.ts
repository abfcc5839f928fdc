/** `patchbay check FILE… | FW…`: what is wrong with flows, for people, for programs, and as SARIF for code hosts. */

import { parseArgs } from 'node:util';
import { contextOfFlow } from '#api/flows/validation-context.ts';
import type { WorkingCopyResource } from '#api/flows/working-copy.ts';
import type { CarrierResource } from '#api/messaging/carrier-operations.ts';
import { carriersOfFlow } from '#api/messaging/flow-carriers.ts';
import type { AddressResource } from '#api/messaging/operations.ts';
import { paths } from '#api/paths.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import type { Finding } from '#flow/validation/finding.ts';
import { splitSilenced } from '#flow/validation/silenced.ts';
import { type ValidationContext, validate } from '#flow/validation/validate.ts';
import { type Command, CommandError, exitCodes, type Io } from './command.ts';
import { isRevision, readFlowFile } from './flow-source.ts';
import { linkOf } from './links.ts';
import { createServerClient } from './server-client.ts';

export const check: Command = {
  name: 'check',
  usage: 'FILE… | FW…[@REVISION] [--json | --sarif]',
  means: 'list what is wrong with flows, FW… as it is edited on the server; exit code 1 on errors',
  async run(args, io) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { json: { type: 'boolean', default: false }, sarif: { type: 'boolean', default: false } },
    });
    const format = values.sarif ? 'sarif' : values.json ? 'json' : 'text';
    if (positionals.length === 0) throw new CommandError('Which file?');
    const files: CheckedFile[] = [];
    for (const source of positionals) files.push(await checkSource(source, io));
    io.out(written(format, files));
    const hasErrors = files.some(({ findings }) => findings.some(({ severity }) => severity === 'error'));
    return hasErrors ? exitCodes.found : exitCodes.ok;
  },
};

function checkSource(source: string, io: Io): CheckedFile | Promise<CheckedFile> {
  if (isRevision(source)) return checkOnServer(source, io);
  const definition = readFlowFile(source, io);
  return checkFlow(source, definition, { sid: linkOf(io.folder, source)?.sid ?? null });
}

/** As the designer does: with the carriers of the flow's numbers, and the working copy where no revision is named. */
async function checkOnServer(source: string, io: Io): Promise<CheckedFile> {
  const client = createServerClient(io.server());
  const [sid = '', revision] = source.split('@');
  const { url } = await client.fetchFlow(sid);
  const { definition } =
    revision === undefined
      ? await client.fetch<WorkingCopyResource>(paths.workingCopy(sid))
      : await client.fetchRevision(sid, revision);
  if (definition === null) throw new CommandError(`${source}: the server sent no definition.`);
  const addresses = await client.list<AddressResource>(paths.addresses);
  const carriers = await client.list<CarrierResource>(paths.carriers);
  return checkFlow(source, definition, {
    ...contextOfFlow({ sid, url }),
    carriers: carriersOfFlow(sid, addresses, carriers),
  });
}

function checkFlow(file: string, definition: FlowDefinition, context: ValidationContext): CheckedFile {
  const findings = splitSilenced(definition, validate(definition, context)).open.map((finding) => {
    const [, index] = /^#\/states\/(\d+)/.exec(finding.property_path) ?? [];
    return {
      ...finding,
      widget: index === undefined ? null : (definition.states[Number(index)]?.name ?? null),
    };
  });
  return { file, findings };
}

function written(format: 'text' | 'json' | 'sarif', files: readonly CheckedFile[]): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify({ files }, null, 2)}\n`;
    case 'sarif':
      return `${JSON.stringify(sarifLog(files), null, 2)}\n`;
    case 'text':
      return textOf(files);
  }
}

function textOf(files: readonly CheckedFile[]): string {
  const lines = files.flatMap(({ file, findings }) => [
    ...findings.map(({ severity, message, property_path, widget }) =>
      [`${file}: ${severity}: ${message}`, ` (${widget === null ? '' : `${widget}, `}${property_path})`].join(
        '',
      ),
    ),
    `${file}: ${count(findings, 'error')}, ${count(findings, 'warning')}`,
  ]);
  return `${lines.join('\n')}\n`;
}

function count(findings: readonly Finding[], severity: Finding['severity']): string {
  const number = findings.filter((finding) => finding.severity === severity).length;
  return `${number} ${severity}${number === 1 ? '' : 's'}`;
}

/** The findings of one file, each with the name of its widget. */
type CheckedFile = { file: string; findings: (Finding & { widget: string | null })[] };

/** A log of one run; places inside a file are logical locations, as JSON pointers. */
function sarifLog(files: readonly CheckedFile[]): object {
  const rules = [...new Set(files.flatMap(({ findings }) => findings.map(({ code }) => code)))].sort();
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'patchbay', rules: rules.map((id) => ({ id })) } },
        results: files.flatMap(({ file, findings }) =>
          findings.map(({ code, severity, message, property_path, widget }) => ({
            ruleId: code,
            level: severity,
            message: { text: message },
            locations: [
              {
                physicalLocation: { artifactLocation: { uri: file.replaceAll('\\', '/') } },
                logicalLocations: [
                  { fullyQualifiedName: property_path, ...(widget !== null && { name: widget }) },
                ],
              },
            ],
          })),
        ),
      },
    ],
  };
}
