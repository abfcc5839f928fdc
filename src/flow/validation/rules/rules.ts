/** The tables of all validation rules: on the whole definition, and on one widget by itself. */

import { addressForm } from './address-form.ts';
import { callWithoutCall, replyDuringCall } from './call-widget.ts';
import { carrierFeature } from './carrier-feature.ts';
import { deprecatedType } from './deprecated-type.ts';
import { endlessLoop } from './endless-loop.ts';
import { endlessPoll } from './endless-poll.ts';
import { legacyFormat, schemaAddress } from './format.ts';
import { hardCodedSecret } from './hard-coded-secret.ts';
import { impossibleCondition } from './impossible-condition.ts';
import { insecureMedia, insecureRequest } from './insecure-url.ts';
import { invalidJson } from './invalid-json.ts';
import { longMessage } from './long-message.ts';
import { deadEnd, failurePath } from './open-outcomes.ts';
import { incomplete, requiredField } from './required-field.ts';
import type { FlowRule, WidgetRule } from './rule.ts';
import { numberAsText, repeatedKey, variableName } from './set-variables.ts';
import { shadowedCondition } from './shadowed-condition.ts';
import { singlePrompt } from './single-prompt.ts';
import { noBranches, sameTarget } from './split-branches.ts';
import { splitInput } from './split-input.ts';
import { initialState, triggerPresent } from './start.ts';
import { subflowCycle, subflowRevision, subflowSid } from './subflow.ts';
import { templateError } from './template-error.ts';
import { nextWidget, repeatedEvent, unusedConditions } from './transitions.ts';
import { triggerVariable } from './trigger-variable.ts';
import { unknownDefinitionKey, unknownKey } from './unknown-key.ts';
import { unknownOutput, unknownVariable } from './unknown-variable.ts';
import { unreachable } from './unreachable.ts';
import { unsetVariable } from './unset-variable.ts';
import { unusedVariable } from './unused-variable.ts';
import { similarName, uniqueName, widgetName } from './widget-names.ts';

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
