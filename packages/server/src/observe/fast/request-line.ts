/** The log line of a served request, printed as pino prints it. There is one for each request, and all are alike. */
import { type DestinationStream, type Logger, pino } from 'pino'
import { type LogRequest, rounded, type ServedRequest } from './request-line.plain.ts'

export type { LogRequest } from './request-line.plain.ts'

const INFO = pino.levels.values['info']

/** Times of one second differ only in three digits; `Date` takes 0.5 µs for each. */
let second = Number.NaN
let beforeFraction = ''

function isoTime(time: number): string {
  const seconds = Math.floor(time / 1000)
  if (seconds !== second) {
    beforeFraction = new Date(seconds * 1000).toISOString().slice(0, -'000Z'.length)
    second = seconds
  }
  return `${beforeFraction}${String(time - seconds * 1000).padStart(3, '0')}Z`
}

function printLine({ requestId, method, route, status, milliseconds, clientId }: ServedRequest): string {
  return (
    `{"level":${INFO},"time":"${isoTime(Date.now())}","requestId":${JSON.stringify(requestId)},` +
    `"method":${JSON.stringify(method)},"route":${JSON.stringify(route)},"status":${status},` +
    `"milliseconds":${rounded(milliseconds)},"clientId":${JSON.stringify(clientId)},"msg":"served"}\n`
  )
}

export const requestLogger = (log: Logger, destination: DestinationStream): LogRequest =>
  log.isLevelEnabled('info') ? request => destination.write(printLine(request)) : () => {}
