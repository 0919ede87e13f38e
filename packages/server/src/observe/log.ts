/**
 * The log: one JSON object a line, or a readable line on a terminal. Nothing clinical or secret is in it, not even when something fails.
 */
import { type DestinationStream, type Logger, pino } from 'pino'
import { requestLogger as plainRequestLogger } from './fast/request-line.plain.ts'
import { type LogRequest, requestLogger } from './fast/request-line.ts'
import { readableLine } from './readable-line.ts'

export interface Log extends Pick<Logger, 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'flush'> {
  readonly served: LogRequest
  /** The same log, whose lines name a tenant. */
  readonly ofTenant: (tenant: string) => Log
}

/** Messages of problems and database errors have no values; of other errors only type and stack are logged. */
function describeError(error: unknown): { type: string; message: string; stack: string } {
  if (!(error instanceof Error)) return { type: typeof error, message: 'thrown, but no Error', stack: '' }
  const frames = (error.stack ?? '').split('\n').filter(line => /^\s+at /.test(line))
  return { type: error.name, message: error.message, stack: frames.join('\n') }
}

/** Bytes of lines that are written at once: one write for each line took a sixteenth of the server's time under load. */
const PIECE = 32_768
/** Longest wait of a line; pino writes the rest when the process ends. */
const FLUSH_MS = 100

function standardOutput() {
  const output = pino.destination({ dest: 1, sync: false, minLength: PIECE, maxWrite: 2 * PIECE })
  setInterval(() => output.flush(), FLUSH_MS).unref()
  return output
}

export type LogFormat = 'auto' | 'json' | 'text'

/** The log on standard output; `auto`: for people on a terminal, for programs elsewhere. */
export function openOutputLog(level: string, format: LogFormat): Log {
  const output = standardOutput()
  const isTerminal = process.stdout.isTTY === true
  const isReadable = format === 'text' || (format === 'auto' && isTerminal)
  if (!isReadable) return openLog(level, output)
  return openLog(level, {
    write: line => output.write(readableLine(line, isTerminal)),
    flush: (done?: (error?: Error) => void) => output.flush(done),
  } as DestinationStream)
}

export function openLog(level: string, destination: DestinationStream): Log {
  const log = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { error: describeError } },
    destination,
  )
  const ofTenant = (tenant: string): Log => {
    const child = log.child({ tenant })
    return Object.assign(child, { served: plainRequestLogger(child, destination), ofTenant })
  }
  return Object.assign(log, { served: requestLogger(log, destination), ofTenant })
}
