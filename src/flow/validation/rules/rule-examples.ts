/** The examples of all rules by code, for the documentation and the tests. The application does not load them. */

import { addressFormExample } from './address-form.ts';
import { callWithoutCallExample, replyDuringCallExample } from './call-widget.ts';
import { deadEndExample } from './dead-end.ts';
import { deprecatedTypeExample } from './deprecated-type.ts';
import { endlessLoopExample } from './endless-loop.ts';
import { endlessPollExample } from './endless-poll.ts';
import { failurePathExample } from './failure-path.ts';
import { hardCodedSecretExample } from './hard-coded-secret.ts';
import { impossibleConditionExample } from './impossible-condition.ts';
import { initialStateExample } from './initial-state.ts';
import { insecureMediaExample, insecureRequestExample } from './insecure-url.ts';
import { invalidJsonExample } from './invalid-json.ts';
import { legacyFormatExample } from './legacy-format.ts';
import { longMessageExample } from './long-message.ts';
import { nextWidgetExample } from './next-widget.ts';
import { noBranchesExample } from './no-branches.ts';
import { numberAsTextExample } from './number-as-text.ts';
import { repeatedEventExample } from './repeated-event.ts';
import { repeatedKeyExample } from './repeated-key.ts';
import { incompleteExample, requiredFieldExample } from './required-field.ts';
import type { RuleExample } from './rule.ts';
import { sameTargetExample } from './same-target.ts';
import { schemaAddressExample } from './schema-address.ts';
import { shadowedConditionExample } from './shadowed-condition.ts';
import { similarNameExample } from './similar-name.ts';
import { singlePromptExample } from './single-prompt.ts';
import { splitInputExample } from './split-input.ts';
import { subflowRevisionExample, subflowSidExample } from './subflow.ts';
import { subflowCycleExample } from './subflow-cycle.ts';
import { templateErrorExample } from './template-error.ts';
import { triggerPresentExample } from './trigger-present.ts';
import { triggerVariableExample } from './trigger-variable.ts';
import { uniqueNameExample } from './unique-name.ts';
import { unknownKeyExample } from './unknown-key.ts';
import { unknownOutputExample } from './unknown-output.ts';
import { unknownVariableExample } from './unknown-variable.ts';
import { unreachableExample } from './unreachable.ts';
import { unsetVariableExample } from './unset-variable.ts';
import { unusedConditionsExample } from './unused-conditions.ts';
import { unusedVariableExample } from './unused-variable.ts';
import { variableNameExample } from './variable-name.ts';
import { widgetNameExample } from './widget-name.ts';

export const ruleExamples: Readonly<Record<string, RuleExample>> = {
  'address-form': addressFormExample,
  'call-without-call': callWithoutCallExample,
  'dead-end': deadEndExample,
  'deprecated-type': deprecatedTypeExample,
  'endless-loop': endlessLoopExample,
  'endless-poll': endlessPollExample,
  'failure-path': failurePathExample,
  'hard-coded-secret': hardCodedSecretExample,
  'impossible-condition': impossibleConditionExample,
  incomplete: incompleteExample,
  'initial-state': initialStateExample,
  'insecure-media': insecureMediaExample,
  'insecure-request': insecureRequestExample,
  'invalid-json': invalidJsonExample,
  'legacy-format': legacyFormatExample,
  'long-message': longMessageExample,
  'next-widget': nextWidgetExample,
  'no-branches': noBranchesExample,
  'number-as-text': numberAsTextExample,
  'repeated-event': repeatedEventExample,
  'repeated-key': repeatedKeyExample,
  'reply-during-call': replyDuringCallExample,
  'required-field': requiredFieldExample,
  'same-target': sameTargetExample,
  'schema-address': schemaAddressExample,
  'shadowed-condition': shadowedConditionExample,
  'similar-name': similarNameExample,
  'single-prompt': singlePromptExample,
  'split-input': splitInputExample,
  'subflow-cycle': subflowCycleExample,
  'subflow-revision': subflowRevisionExample,
  'subflow-sid': subflowSidExample,
  'template-error': templateErrorExample,
  'trigger-present': triggerPresentExample,
  'trigger-variable': triggerVariableExample,
  'unique-name': uniqueNameExample,
  'unknown-key': unknownKeyExample,
  'unknown-output': unknownOutputExample,
  'unknown-variable': unknownVariableExample,
  unreachable: unreachableExample,
  'unset-variable': unsetVariableExample,
  'unused-conditions': unusedConditionsExample,
  'unused-variable': unusedVariableExample,
  'variable-name': variableNameExample,
  'widget-name': widgetNameExample,
};
