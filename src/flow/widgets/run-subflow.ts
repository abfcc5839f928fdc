/** run-subflow: runs another flow and continues when it has ended. */

import { textOf } from '../json/json.ts';
import { flowSid, keyValues, propertiesSchema, suggestion } from './property-schema.ts';
import { joinParts, phrase, quoted } from './summary.ts';
import type { WidgetType } from './widget-type.ts';

export const runSubflow: WidgetType = {
  type: 'run-subflow',
  title: 'Run subflow',
  category: 'flow',
  means: 'Runs another flow with the same contact and copies the variables that it has set.',
  schema: propertiesSchema(
    {
      flow_sid: flowSid('Flow', 'Flow that is run. Its SID is fixed: no variables here.'),
      flow_revision: suggestion(
        'Revision',
        'The published revision, or the number of a revision.',
        { LatestPublished: 'Published' },
        { default: 'LatestPublished' },
      ),
      parameters: keyValues('Parameters', 'Readable in the subflow as trigger.parent.parameters.'),
    },
    ['flow_sid', 'flow_revision'],
  ),
  events: [
    { name: 'completed', label: 'Completed', means: 'The subflow has ended.' },
    { name: 'failed', label: 'Failed', means: 'It is missing, broken, or runs a subflow itself.' },
  ],
  outputs: [{ path: 'KEY', means: 'Each variable that the subflow has set.' }],
  defaults: { flow_sid: '', flow_revision: 'LatestPublished', parameters: [] },
  example: {
    name: 'main_line',
    type: 'run-subflow',
    transitions: [{ event: 'completed', next: 'thank_you' }, { event: 'failed' }],
    properties: {
      offset: { x: 0, y: 240 },
      flow_sid: 'FW00000000000000000000000000000000',
      flow_revision: 'LatestPublished',
      parameters: [{ key: 'language', value: 'en', type: 'string' }],
    },
  },
  summary: ({ flow_sid, flow_revision }, _, words) => {
    const sid = textOf(flow_sid);
    if (sid === '') return '';
    const revision = textOf(flow_revision);
    return joinParts(
      phrase(words, 'Flow {{value}}', quoted(words, words.flowName(sid) ?? sid)),
      revision === 'LatestPublished'
        ? words.wordOf('published revision')
        : phrase(words, 'revision {{value}}', revision),
    );
  },
};
