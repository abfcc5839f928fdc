/**
 * What is said of a flow as a whole: whether it is valid, and how many errors and warnings it has. The part that the definition
 * decides can be stored apart from the one that its server and its carriers decide, so that a change of those leaves nothing stale.
 */

import type { FlowDefinition } from '../definition.ts';
import { isObject, textOf } from '../json/json.ts';
import type { CarrierFeature } from '../widgets/carrier-features.ts';
import { countFindings, type Finding, type FindingCounts } from './finding.ts';
import { carrierFeature, needsOfWidget } from './rules/carrier-feature.ts';
import { isOtherSchema } from './rules/format.ts';
import { type FlowCarrier, viewWidget } from './rules/rule.ts';
import { splitSilenced } from './silenced.ts';
import type { ValidationContext } from './validate.ts';

export type Verdict = Pick<FindingCounts, 'errors' | 'warnings'>;

/** What the definition decides. `schema` is its `$schema`, '' for none; `needs` what its carriers are warned about where they lack it. */
export type OwnVerdict = Verdict & { schema: string; needs: readonly CarrierFeature[] };

type VerdictContext = Pick<ValidationContext, 'schemaUri'> & {
  carriers?: readonly Pick<FlowCarrier, 'lacks'>[];
};

/** `findings` are those of the definition where neither the address of the schema nor carriers are known. Grows: n in widgets and findings. */
export function ownVerdict(definition: FlowDefinition, findings: readonly Finding[]): OwnVerdict {
  const { errors, warnings } = countFindings(splitSilenced(definition, findings).open);
  const { code, severity } = carrierFeature;
  const needs = definition.states
    .flatMap((state, index) => (isObject(state) ? needsOfWidget(viewWidget(state, index)) : []))
    .map((need) => ({ code, severity, message: '', ...need }));
  return {
    ...{ errors, warnings, schema: textOf(definition.$schema) },
    needs: splitSilenced(definition, needs).open.map(({ feature }) => feature),
  };
}

/** The same as what is found with all of the context. Grows: n in needs. */
export function verdictIn(
  { errors, warnings, schema, needs }: OwnVerdict,
  { schemaUri = null, carriers = [] }: VerdictContext,
): Verdict {
  const lacking = needs.filter((feature) => carriers.some(({ lacks }) => lacks.includes(feature)));
  return {
    errors: errors + (schemaUri !== null && isOtherSchema(schema, schemaUri) ? 1 : 0),
    warnings: warnings + lacking.length,
  };
}
