/**
 * The log: one JSON object a line, or a readable line on a terminal. Nothing clinical or secret is in it, not even when something fails.
 */
import { type DestinationStream, type Logger, pino } from 'pino'
import { isoTime } from './iso-time.ts'
import { standardOutput } from './log-output.ts'
import { readableLine } from './readable-line.ts'

/** The log line of a finished request. */
interface Request {
  readonly requestId: string
  readonly method: string
  readonly route: string
  readonly status: number
  readonly milliseconds: number
  readonly clientId: string
}

/** The log line of a query that has ended. */
export interface QueryLine {
  readonly requestId: string
  readonly clientId: string
  readonly query: string
  readonly executor: string | undefined
  readonly outcome: string
  /** The reason of an end that came early. */
  readonly reason?: string | undefined
  readonly rows: number | undefined
  readonly milliseconds: number
}

export interface Log extends Pick<Logger, 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'flush'> {
  served(request: Request): void
  queried(query: QueryLine): void
}

/** Messages of problems and database errors have no values; of other errors only type and stack are logged. */
function describeError(error: unknown): { type: string; message: string; stack: string } {
  if (!(error instanceof Error)) return { type: typeof error, message: 'thrown, but no Error', stack: '' }
  const frames = (error.stack ?? '').split('\n').filter(line => /^\s+at /.test(line))
  return { type: error.name, message: error.message, stack: frames.join('\n') }
}

const INFO = pino.levels.values['info']

/** The line of a request, as pino writes it: written by hand, since there is one for each and all are alike. */
function printRequestLine({ requestId, method, route, status, milliseconds, clientId }: Request): string {
  const time = isoTime(Date.now())
  const rounded = Math.round(milliseconds * 1000) / 1000
  return `{"level":${INFO},"time":"${time}","requestId":${JSON.stringify(requestId)},"method":${JSON.stringify(method)},"route":${JSON.stringify(route)},"status":${status},"milliseconds":${rounded},"clientId":${JSON.stringify(clientId)},"msg":"served"}\n`
}

/** Likewise: pino took 13 µs for it. */
function printQueryLine({
  requestId,
  clientId,
  query,
  executor,
  outcome,
  reason,
  rows,
  milliseconds,
}: QueryLine): string {
  const time = isoTime(Date.now())
  const by = executor === undefined ? '' : `,"executor":${JSON.stringify(executor)}`
  const why = reason === undefined ? '' : `,"reason":${JSON.stringify(reason)}`
  const count = rows === undefined ? '' : `,"rows":${rows}`
  return `{"level":${INFO},"time":"${time}","requestId":${JSON.stringify(requestId)},"clientId":${JSON.stringify(clientId)},"query":${JSON.stringify(query)}${by},"outcome":${JSON.stringify(outcome)}${why}${count},"milliseconds":${milliseconds},"msg":"query"}\n`
}

export type LogFormat = 'auto' | 'json' | 'text'

/** The log on standard output; `auto`: for people on a terminal, for programs elsewhere. */
export function openOutputLog(level: string, format: LogFormat): Log {
  const output = standardOutput()
  const isTerminal = process.stdout.isTTY === true
  const isReadable = format === 'text' || (format === 'auto' && isTerminal)
  if (!isReadable) return openLog(level, output)
  return openLog(level, { ...output, write: line => output.write(readableLine(line, isTerminal)) })
}

export function openLog(level: string, destination: DestinationStream = standardOutput()): Log {
  const log = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { error: describeError } },
    destination,
  )
  const isOn = log.isLevelEnabled('info')
  const none = () => {}
  return Object.assign(log, {
    served: isOn ? (request: Request) => destination.write(printRequestLine(request)) : none,
    queried: isOn ? (query: QueryLine) => destination.write(printQueryLine(query)) : none,
  })
}
