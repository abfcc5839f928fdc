/** `patchbay test FILE…`: runs flow tests in the simulator. Nothing is sent, and no server is needed. */

import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type FlowDefinition, propertiesOf } from '#flow/definition.ts';
import { textOf } from '#flow/json/json.ts';
import { type Coverage, coverageOf, hitsOf, sumOfHits } from '#simulator/coverage.ts';
import { parseFlowTest } from '#simulator/flow-test/parse.ts';
import { writeFlowTest } from '#simulator/flow-test/record.ts';
import { failureLine, junitXml, type ReportedTest } from '#simulator/flow-test/report.ts';
import { runFlowTest, type TestedFlow, type TestResult } from '#simulator/flow-test/run.ts';
import type { FlowTest } from '#simulator/flow-test/schema.ts';
import { generateTests } from '#simulator/generate/generate.ts';
import { traceOf } from '#simulator/trace.ts';
import { type Command, CommandError, exitCodes, type Io } from './command.ts';
import { readFlowFile, readText, writeText } from './flow-source.ts';
import { readLinks } from './links.ts';

/** A file that was run, with the flow that it is of. */
type RunTest = { file: string; flow: string; definition: FlowDefinition; result: TestResult };

export const testCommand: Command = {
  name: 'test',
  usage:
    'FILE… [--flow FLOW.json] [--junit OUT] [--coverage OUT] [--trace OUT.json] | --generate FLOW.json FOLDER',
  means: 'run flow tests; exit code 1 when one fails, 2 when a file is no test; or write tests for a flow',
  async run(args, io) {
    const { values, positionals: files } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        flow: { type: 'string' },
        junit: { type: 'string' },
        coverage: { type: 'string' },
        trace: { type: 'string' },
        generate: { type: 'boolean', default: false },
      },
    });
    if (values.generate) return generate(files, io);
    if (files.length === 0) throw new CommandError('Which file?');
    if (values.trace !== undefined && files.length > 1)
      throw new CommandError('--trace is for one test at a time.');
    const flows = new TestedFlows(io);
    const tests = files.map((file) => runFile(file, values.flow, flows, io));
    const runs = tests.flatMap((test) => ('result' in test ? [test] : []));
    const reported = tests.map(reportOf);
    io.out(summaryOf(reported));
    for (const test of reported) if ('error' in test) io.error(`${test.error}\n`);
    const write = (name: string | undefined, text: () => string) => {
      if (name !== undefined) writeText(name, text(), io);
    };
    write(values.junit, () => junitXml(reported));
    write(values.coverage, () => json(coverageOfRuns(runs)));
    const [only] = runs;
    if (only !== undefined) write(values.trace, () => json(traceOf(only.result.simulation)));
    return exitCodeOf(reported);
  },
};

/** The result of a file, or why it could not be run: it is no test, or there is no flow for it. */
function runFile(
  file: string,
  flow: string | undefined,
  flows: TestedFlows,
  io: Io,
): RunTest | { file: string; error: string } {
  try {
    const test = readTest(file, io);
    const path = flow ?? flowOf(file, test);
    const tested = flows.read(path);
    return { file, flow: path, definition: tested.definition, result: runFlowTest(test, tested) };
  } catch (error) {
    if (error instanceof CommandError) return { file, error: error.message };
    throw error;
  }
}

/** @throws CommandError with a line for each error of the file */
function readTest(file: string, io: Io): FlowTest {
  const parsed = parseFlowTest(readText(file, io));
  if (parsed.ok) return parsed.test;
  const lines = parsed.errors.map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`);
  throw new CommandError(lines.join('\n'));
}

/** @throws CommandError when the test names none */
function flowOf(file: string, { flow }: FlowTest): string {
  if (flow === undefined)
    throw new CommandError(
      `${file}: no flow. Name its file in the test, as "flow: FLOW.json", or with --flow.`,
    );
  return join(dirname(file), flow);
}

function reportOf(test: RunTest | { file: string; error: string }): ReportedTest {
  return 'error' in test ? test : { file: test.file, failures: test.result.failures };
}

function summaryOf(tests: readonly ReportedTest[]): string {
  const ran = tests.flatMap((test) => ('failures' in test ? [test] : []));
  const failed = ran.filter(({ failures }) => failures.length > 0);
  const lines = failed.flatMap(({ file, failures }) => failures.map((failure) => failureLine(file, failure)));
  return `${[...lines, `${ran.length - failed.length} passed, ${failed.length} failed`].join('\n')}\n`;
}

function exitCodeOf(tests: readonly ReportedTest[]): number {
  if (tests.some((test) => 'error' in test)) return exitCodes.unusable;
  const isFailed = tests.some((test) => 'failures' in test && test.failures.length > 0);
  return isFailed ? exitCodes.found : exitCodes.ok;
}

/** Of one flow; of several, each entry names its own. */
function coverageOfRuns(runs: readonly RunTest[]): Coverage {
  const names = [...new Set(runs.map(({ flow }) => flow))];
  const each = names.flatMap((flow) => {
    const own = runs.filter((run) => run.flow === flow);
    const [first] = own;
    if (first === undefined) return [];
    const hits = sumOfHits(own.map(({ result }) => hitsOf(result.simulation.steps)));
    const { transitions, ...counts } = coverageOf(first.definition, hits);
    const named = transitions.map((entry) => (names.length > 1 ? { flow, ...entry } : entry));
    return [{ ...counts, transitions: named }];
  });
  return {
    transitions: each.flatMap(({ transitions }) => transitions),
    covered: each.reduce((sum, { covered }) => sum + covered, 0),
    of: each.reduce((sum, coverage) => sum + coverage.of, 0),
  };
}

/** Writes tests that reach the transitions of a flow into a folder. Files that are there already stay. */
function generate([file, folder, ...more]: readonly string[], io: Io): number {
  if (file === undefined || folder === undefined || more.length > 0)
    throw new CommandError('Give a flow and a folder: --generate FLOW.json FOLDER.');
  const flows = new TestedFlows(io);
  const { definition, subflows = {} } = flows.read(file);
  const flow = relative(resolve(io.folder, folder), resolve(io.folder, file)).replaceAll('\\', '/');
  const { tests, reached } = generateTests(definition, { subflows, flow });
  const stem = basename(file, '.json');
  for (const [index, test] of tests.entries()) {
    const name = join(folder, `${stem}-${String(index + 1).padStart(3, '0')}.yaml`);
    if (existsSync(resolve(io.folder, name))) throw new CommandError(`${name} is there already.`);
    writeText(name, writeFlowTest(test), io);
  }
  const { of } = coverageOf(definition, new Map());
  io.out(`${tests.length} tests in ${folder}, which take ${reached.size} of ${of} transitions\n`);
  return exitCodes.ok;
}

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

/** Reads each file once, so that the tests of a flow share its compiled form. */
class TestedFlows {
  readonly #io: Io;
  readonly #flows = new Map<string, TestedFlow>();
  readonly #definitions = new Map<string, FlowDefinition>();

  constructor(io: Io) {
    this.#io = io;
  }

  /** The flow of a file with its subflows. @throws CommandError when there is no such file, or it is no flow */
  read(file: string): TestedFlow {
    const known = this.#flows.get(file);
    if (known !== undefined) return known;
    const definition = this.#definition(file);
    const flow = { definition, subflows: this.#subflowsOf(definition, dirname(file)) };
    this.#flows.set(file, flow);
    return flow;
  }

  #definition(file: string): FlowDefinition {
    const definition = this.#definitions.get(file) ?? readFlowFile(file, this.#io);
    this.#definitions.set(file, definition);
    return definition;
  }

  #subflowsOf(definition: FlowDefinition, folder: string): Record<string, FlowDefinition> {
    const sids = definition.states.map((state) => textOf(propertiesOf(state).flow_sid).trim());
    if (sids.every((sid) => sid === '')) return {};
    const links = readLinks(resolve(this.#io.folder, folder));
    return Object.fromEntries(
      sids.flatMap((sid) => {
        const [name] = [...links.flows].find(([, link]) => link.sid === sid) ?? [];
        return name === undefined
          ? []
          : [[sid, this.#definition(relative(this.#io.folder, join(links.folder, name)))]];
      }),
    );
  }
}
