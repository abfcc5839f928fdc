/** The tables of all validation rules: on the whole definition, and on one widget by itself. */

import { deadEnd } from './dead-end.ts';
import { endlessLoop } from './endless-loop.ts';
import { initialState } from './initial-state.ts';
import { legacyFormat } from './legacy-format.ts';
import { messageBody } from './message-body.ts';
import { nextWidget } from './next-widget.ts';
import { queuePresent } from './queue-present.ts';
import { repeatedEvent } from './repeated-event.ts';
import { requiredText } from './required-text.ts';
import type { FlowRule, WidgetRule } from './rule.ts';
import { singlePrompt } from './single-prompt.ts';
import { subflowRevision, subflowSid } from './subflow.ts';
import { templateError } from './template-error.ts';
import { triggerPresent } from './trigger-present.ts';
import { uniqueName } from './unique-name.ts';
import { unknownDefinitionKey, unknownKey } from './unknown-key.ts';
import { unreachable } from './unreachable.ts';
import { unsetProperty } from './unset-property.ts';
import { unusedConditions } from './unused-conditions.ts';
import { widgetName } from './widget-name.ts';

export const flowRules: readonly FlowRule[] = [
  legacyFormat,
  initialState,
  triggerPresent,
  unknownDefinitionKey,
  uniqueName,
  nextWidget,
  unreachable,
  endlessLoop,
];

export const widgetRules: readonly WidgetRule[] = [
  messageBody,
  requiredText,
  subflowSid,
  subflowRevision,
  singlePrompt,
  queuePresent,
  unsetProperty,
  templateError,
  repeatedEvent,
  unusedConditions,
  widgetName,
  unknownKey,
  deadEnd,
];
