/** The log by OpenTelemetry as well, through its API only: an SDK that is loaded into the process sends it. */

import { type Attributes, type LogRecord, logs } from '@opentelemetry/api';
import type { DestinationStream } from 'pino';

/** A line as pino writes it, with what is kept back already replaced. */
type Line = {
  level: number;
  time: number;
  msg?: string;
  err?: { type?: string; message?: string; stack?: string };
} & Attributes;

/** Levels of pino and severities of OpenTelemetry: 10 of the one are 4 of the other, and `trace` is 10 and 1. */
const levelStep = 10;
const severityStep = 4;
const severityTexts = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'];

/** Writes each line to `destination`, and exports it with the span in which it was written. */
export function exportLog(destination: DestinationStream): DestinationStream {
  const logger = logs.getLogger('patchbay');
  return {
    write(line) {
      destination.write(line);
      if (logger.enabled()) logger.emit(recordOf(JSON.parse(line)));
    },
  };
}

function recordOf({ level, time, msg, err, ...attributes }: Line): LogRecord {
  const step = Math.floor(level / levelStep) - 1;
  return {
    timestamp: time,
    severityNumber: 1 + severityStep * step,
    severityText: severityTexts[step] ?? '',
    body: msg ?? '',
    attributes: err === undefined ? attributes : { ...attributes, ...exceptionOf(err) },
  };
}

/** By the names of the semantic conventions. */
function exceptionOf({ type, message, stack }: NonNullable<Line['err']>): Attributes {
  return { 'exception.type': type, 'exception.message': message, 'exception.stacktrace': stack };
}
