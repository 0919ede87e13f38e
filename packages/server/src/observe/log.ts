/** The log: one JSON object a line, and nothing clinical or secret in it, not even when something fails. */
import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Pick<Logger, 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'flush'>

/** Problems and database errors carry no values in their messages; of anything else we keep what helps to find it. */
function loggable(error: unknown): { type: string; message: string; stack: string } {
  if (!(error instanceof Error)) return { type: typeof error, message: 'thrown, but no Error', stack: '' }
  const frames = (error.stack ?? '').split('\n').filter(line => /^\s+at /.test(line))
  return { type: error.name, message: error.message, stack: frames.join('\n') }
}

export function openLog(
  level: string,
  destination: DestinationStream = pino.destination({ dest: 1, sync: false }),
): Log {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { error: loggable } },
    destination,
  )
}
