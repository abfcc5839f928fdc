/** Widgets that send something which is never complete, whatever values the flow has. */

import { isTrue } from '#engine/properties/property-values.ts';
import { isHttpUrl } from '#engine/results/http-response.ts';
import { propertiesOf, type State } from '#flow/definition.ts';
import { textOf } from '#flow/json/json.ts';
import { canonicalType } from '#flow/widgets/widget-types.ts';
import { type Possible, possibleTexts } from './possible-values.ts';

/** The event by which the widget is always left, as it has no address or nothing to send; null where it may have. */
export function onlyFailure(state: State, possible: Possible): string | null {
  const properties = propertiesOf(state);
  const never = (key: string, isFit: (text: string) => boolean) =>
    possibleTexts(textOf(properties[key]), possible)?.every((text) => !isFit(text.trim())) ?? false;
  const hasNothingToSend = () =>
    ['body', 'media_url', 'content_sid'].every((key) => never(key, (text) => text !== ''));
  switch (canonicalType(state.type)) {
    case 'make-http-request':
      // The server has no account to sign in with at another service.
      return isTrue(properties.add_twilio_auth) || never('url', isHttpUrl) ? 'failed' : null;
    case 'run-function':
    case 'run-function-v2':
      return never('url', isHttpUrl) ? 'fail' : null;
    case 'send-message':
      return hasNothingToSend() ? 'failed' : null;
    case 'send-and-wait-for-reply':
      return hasNothingToSend() ? 'deliveryFailure' : null;
    default:
      return null;
  }
}
