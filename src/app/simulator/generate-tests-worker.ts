/** The web worker that generates tests of a flow: a request is a definition, the response a list of proposals. */

import type { FlowDefinition } from '#flow/definition.ts';
import { proposeTests, type TestProposal } from '#simulator/generate/proposals.ts';

/** `covered` are keys of transitions that kept tests take, `names` the names of those tests. */
export type GenerateRequest = {
  definition: FlowDefinition;
  covered: readonly string[];
  names: readonly string[];
};

export type GenerateResponse = { proposals: readonly TestProposal[] };

addEventListener('message', ({ data }: MessageEvent<GenerateRequest>) => {
  const response: GenerateResponse = {
    proposals: proposeTests(data.definition, new Set(data.covered), data.names),
  };
  postMessage(response);
});
