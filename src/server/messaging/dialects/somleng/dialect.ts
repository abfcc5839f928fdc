/**
 * Somleng, an open server for calls on FreeSWITCH: the documented dialect with fewer elements. One that it does not know
 * ends the document, so none is written: no Pause (it waits a second before each Redirect), no Enqueue, Pay, Start and
 * Stop, no tones in Play, of Dial only Number and Sip; Gather takes keys alone.
 */

import type { MarkupVerb } from '#engine/commands/markup-verb.ts';
import { defaultDialect } from '../default/dialect.ts';
import { defaultSpelling, type Spelling, writeCall } from '../default/write.ts';
import type { CarrierRequest, Dialect } from '../dialect.ts';

const spelling: Spelling = { ...defaultSpelling, pollSeconds: null, hears: false };

const verbs: readonly MarkupVerb['verb'][] = ['say', 'play', 'gather', 'dial', 'record', 'hangup'];

export const somlengDialect: Dialect = {
  ...defaultDialect,
  request(credentials, request) {
    const cannot = reasonAgainst(request);
    return cannot === null ? defaultDialect.request(credentials, request) : { cannot };
  },
  // The one Message of a response is sent without its media, and without reports of its status.
  repliesInResponse: false,
  has: (verb) =>
    verbs.includes(verb.verb) &&
    (verb.verb !== 'dial' || (!verb.record && (verb.noun === 'number' || verb.noun === 'sip'))),
  writeCall: (document) => writeCall(document, spelling),
};

/** Its API ignores fields that it does not know: what they ask for would silently not happen. */
function reasonAgainst(request: CarrierRequest): string | null {
  switch (request.do) {
    case 'send-message':
      if (request.content !== null) return 'This carrier keeps no content templates';
      return request.media.length > 0 ? 'This carrier sends no media' : null;
    case 'place-call': {
      if (request.record) return 'This carrier does not record whole calls';
      const [option] = Object.keys(request.options);
      return option === undefined ? null : `This carrier has no ${option} for calls`;
    }
    case 'add-to-conversation':
      return 'This carrier has no conversations';
    case 'start-recording':
    case 'stop-recording':
      return 'This carrier does not record whole calls';
    default:
      return null;
  }
}
