/** The flows of tests, with their subflows, as far as `patchbay.json` says which file is which flow. */

import { dirname, join, relative, resolve } from 'node:path';
import { type FlowDefinition, propertiesOf } from '#flow/definition.ts';
import { textOf } from '#flow/json/json.ts';
import type { TestedFlow } from '#simulator/flow-test/run.ts';
import type { Io } from './command.ts';
import { readFlowFile } from './flow-source.ts';
import { readLinks } from './links.ts';

/** Reads each file once, so that the tests of a flow share its compiled form. */
export class TestedFlows {
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
