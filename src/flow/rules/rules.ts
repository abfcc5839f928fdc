/** The tables of all rules: what no schema can say of a definition, or of one widget by itself. */

import { deadEnd } from './dead-end.ts';
import { endlessLoop } from './endless-loop.ts';
import { idleConditions } from './idle-conditions.ts';
import { initialState } from './initial-state.ts';
import { messageBody } from './message-body.ts';
import { nextWidget } from './next-widget.ts';
import { olderFormat } from './older-format.ts';
import { oneSound } from './one-sound.ts';
import { queuePresent } from './queue-present.ts';
import { repeatedEvent } from './repeated-event.ts';
import { requiredText } from './required-text.ts';
import type { FlowRule, WidgetRule } from './rule.ts';
import { subflowRevision, subflowSid } from './subflow.ts';
import { templateMistake } from './template-mistake.ts';
import { triggerPresent } from './trigger-present.ts';
import { uniqueName } from './unique-name.ts';
import { unknownDefinitionKey, unknownKey } from './unknown-key.ts';
import { unreachable } from './unreachable.ts';
import { widgetName } from './widget-name.ts';

export const flowRules: readonly FlowRule[] = [
  olderFormat,
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
  oneSound,
  queuePresent,
  templateMistake,
  repeatedEvent,
  idleConditions,
  widgetName,
  unknownKey,
  deadEnd,
];
