/** The log line of a served request, by pino. */
import type { DestinationStream, Logger } from 'pino'

export interface ServedRequest {
  readonly requestId: string
  readonly method: string
  readonly route: string
  readonly status: number
  readonly milliseconds: number
  readonly clientId: string
}

export type LogRequest = (request: ServedRequest) => void

export const rounded = (milliseconds: number): number => Math.round(milliseconds * 1000) / 1000

export const requestLogger =
  (log: Logger, _destination: DestinationStream): LogRequest =>
  ({ requestId, method, route, status, milliseconds, clientId }) =>
    log.info({ requestId, method, route, status, milliseconds: rounded(milliseconds), clientId }, 'served')
