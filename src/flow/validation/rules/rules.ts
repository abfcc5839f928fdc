/** The tables of all validation rules: on the whole definition, and on one widget by itself. */

import { addressForm } from './address-form.ts';
import { callWithoutCall, replyDuringCall } from './call-widget.ts';
import { carrierFeature } from './carrier-feature.ts';
import { deadEnd } from './dead-end.ts';
import { deprecatedType } from './deprecated-type.ts';
import { endlessLoop } from './endless-loop.ts';
import { endlessPoll } from './endless-poll.ts';
import { failurePath } from './failure-path.ts';
import { hardCodedSecret } from './hard-coded-secret.ts';
import { impossibleCondition } from './impossible-condition.ts';
import { initialState } from './initial-state.ts';
import { insecureMedia, insecureRequest } from './insecure-url.ts';
import { invalidJson } from './invalid-json.ts';
import { legacyFormat } from './legacy-format.ts';
import { longMessage } from './long-message.ts';
import { nextWidget } from './next-widget.ts';
import { noBranches } from './no-branches.ts';
import { numberAsText } from './number-as-text.ts';
import { repeatedEvent } from './repeated-event.ts';
import { repeatedKey } from './repeated-key.ts';
import { incomplete, requiredField } from './required-field.ts';
import type { FlowRule, WidgetRule } from './rule.ts';
import { sameTarget } from './same-target.ts';
import { schemaAddress } from './schema-address.ts';
import { shadowedCondition } from './shadowed-condition.ts';
import { similarName } from './similar-name.ts';
import { singlePrompt } from './single-prompt.ts';
import { splitInput } from './split-input.ts';
import { subflowRevision, subflowSid } from './subflow.ts';
import { subflowCycle } from './subflow-cycle.ts';
import { templateError } from './template-error.ts';
import { triggerPresent } from './trigger-present.ts';
import { triggerVariable } from './trigger-variable.ts';
import { uniqueName } from './unique-name.ts';
import { unknownDefinitionKey, unknownKey } from './unknown-key.ts';
import { unknownOutput } from './unknown-output.ts';
import { unknownVariable } from './unknown-variable.ts';
import { unreachable } from './unreachable.ts';
import { unsetVariable } from './unset-variable.ts';
import { unusedConditions } from './unused-conditions.ts';
import { unusedVariable } from './unused-variable.ts';
import { variableName } from './variable-name.ts';
import { widgetName } from './widget-name.ts';

export const flowRules: readonly FlowRule[] = [
  legacyFormat,
  schemaAddress,
  initialState,
  triggerPresent,
  unknownDefinitionKey,
  uniqueName,
  similarName,
  nextWidget,
  unreachable,
  endlessLoop,
  endlessPoll,
  callWithoutCall,
  replyDuringCall,
  subflowCycle,
  carrierFeature,
  unsetVariable,
  triggerVariable,
  unknownOutput,
  unknownVariable,
  unusedVariable,
];

export const widgetRules: readonly WidgetRule[] = [
  requiredField,
  incomplete,
  addressForm,
  subflowSid,
  subflowRevision,
  singlePrompt,
  templateError,
  repeatedEvent,
  unusedConditions,
  widgetName,
  unknownKey,
  deadEnd,
  failurePath,
  noBranches,
  sameTarget,
  splitInput,
  shadowedCondition,
  impossibleCondition,
  numberAsText,
  repeatedKey,
  variableName,
  longMessage,
  insecureMedia,
  insecureRequest,
  hardCodedSecret,
  invalidJson,
  deprecatedType,
];
