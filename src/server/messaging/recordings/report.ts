/** Reads what a carrier's post says of a recording: the report of a Record verb, or a status callback. */

import type { Form } from '../../platform/http/form.ts';
import { type Recording, sidOfRecordingUrl } from './service.ts';

/** Characters of a URL that is stored. */
const maxUrlLength = 2_000;

/** What cannot be right is left out. */
export function readRecording(form: Form): Recording {
  const text = (name: string) => form.text(name) ?? '';
  const [url, duration, sid] = [text('RecordingUrl'), text('RecordingDuration'), text('RecordingSid')];
  return {
    sid: /^[\w-]{1,64}$/.test(sid) ? sid : sidOfRecordingUrl(url),
    url: url.length > maxUrlLength ? '' : url,
    duration: /^\d{1,9}$/.test(duration) ? duration : '',
    status: text('RecordingStatus'),
  };
}
