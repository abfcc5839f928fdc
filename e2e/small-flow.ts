/** Small flows for the designer's specs, built with the edit commands of the designer. */

import { emptyDefinition, type FlowDefinition } from '#flow/definition.ts';
import { addWidget } from '#flow/edit/add-widget.ts';
import { connect } from '#flow/edit/connect.ts';
import { setProperty } from '#flow/edit/set-property.ts';

/** Asks by message, thanks for the reply, and has an unconnected widget `spare`. */
export function smallFlow(): FlowDefinition {
  const asking = addWidget(
    emptyDefinition('Asks and thanks'),
    'send-and-wait-for-reply',
    { x: 80, y: 180 },
    'ask',
  );
  const thanking = addWidget(asking.definition, 'send-message', { x: 80, y: 400 }, 'thank');
  const spare = addWidget(thanking.definition, 'send-message', { x: 440, y: 400 }, 'spare');
  return [
    (each: FlowDefinition) => connect(each, { widget: 'Trigger', outlet: 'incomingMessage' }, 'ask'),
    (each: FlowDefinition) => connect(each, { widget: 'ask', outlet: 'incomingMessage' }, 'thank'),
    (each: FlowDefinition) => setProperty(each, 'ask', 'body', 'How are you?'),
    (each: FlowDefinition) => setProperty(each, 'thank', 'body', 'You said {{widgets.ask.inbound.Body}}.'),
    (each: FlowDefinition) => setProperty(each, 'spare', 'body', 'Not sent yet'),
  ].reduce((definition, edit) => edit(definition), spare.definition);
}
