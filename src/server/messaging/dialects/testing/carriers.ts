/** The stand-in of each dialect. */

import type { CarrierDialect } from '#api/messaging/dialects.ts';
import { jambonzCarrier } from './jambonz-carrier.ts';
import { documentedCarrier, signalwireCarrier, somlengCarrier } from './markup-carriers.ts';
import type { Specification } from './stand-in.ts';
import { telnyxCarrier } from './telnyx-carrier.ts';

export const standIns: Readonly<Record<CarrierDialect, Specification>> = {
  default: documentedCarrier,
  signalwire: signalwireCarrier,
  somleng: somlengCarrier,
  jambonz: jambonzCarrier,
  telnyx: telnyxCarrier,
};
