/** The table of all rules: what no schema can say of a definition. */

import { deadEnd } from './dead-end.ts';
import { endlessLoop } from './endless-loop.ts';
import { idleConditions } from './idle-conditions.ts';
import { initialState } from './initial-state.ts';
import { messageBody } from './message-body.ts';
import { nextWidget } from './next-widget.ts';
import { notRunnable } from './not-runnable.ts';
import { olderFormat } from './older-format.ts';
import { oneSound } from './one-sound.ts';
import { queuePresent } from './queue-present.ts';
import { repeatedEvent } from './repeated-event.ts';
import { requiredText } from './required-text.ts';
import type { Rule } from './rule.ts';
import { subflowRevision, subflowSid } from './subflow.ts';
import { templateMistake } from './template-mistake.ts';
import { triggerPresent } from './trigger-present.ts';
import { uniqueName } from './unique-name.ts';
import { unknownKey } from './unknown-key.ts';
import { unreachable } from './unreachable.ts';
import { widgetName } from './widget-name.ts';

export const rules: readonly Rule[] = [
  olderFormat,
  initialState,
  triggerPresent,
  uniqueName,
  nextWidget,
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
  unreachable,
  deadEnd,
  endlessLoop,
  notRunnable,
];
