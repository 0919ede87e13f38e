/** The methods of the client, made from the table of operations. */
import { readBody } from './answer.ts'
import { networkErrorOf } from './network-error.ts'
import { type CallOptions, type OperationRow, type PreparedRequest, prepare } from './operation.ts'
import { type Api, OPERATIONS } from './operations.generated.ts'
import { itemsOf } from './pages.ts'
import { withinTime } from './timeout.ts'
import { versionedOf } from './versioned.ts'

type Send = (request: PreparedRequest) => Promise<Response>
type Parameters = Readonly<Record<string, unknown>>

/** Reads the whole answer within the time of the call. */
const readWhole = <T>(
  send: Send,
  request: PreparedRequest,
  seconds: number | undefined,
  read: (answer: Response) => Promise<T>,
): Promise<T> =>
  withinTime({ seconds, signal: request.signal }, async signal => {
    const answer = await send({ ...request, signal })
    return read(answer).catch(error => {
      throw networkErrorOf(error, signal)
    })
  })

function methodsOf(
  send: Send,
  row: OperationRow,
  timeoutSeconds: number | undefined,
): Record<string, unknown> {
  const secondsOf = (options: CallOptions) => options.timeoutSeconds ?? timeoutSeconds
  const once = (parameters: Parameters = {}, options: CallOptions = {}) =>
    readWhole(send, prepare(row, parameters, options), secondsOf(options), async answer => {
      const value = await readBody(answer)
      return row.versioned ? versionedOf(value, answer) : value
    })
  const { items } = row
  if (items === undefined) return { [row.name]: async (...call: Parameters[]) => once(...call) }
  const each = (parameters: Parameters = {}, options: CallOptions = {}) =>
    itemsOf(
      request =>
        readWhole(send, request, secondsOf(options), async answer => ({
          answer,
          page: await readBody(answer),
        })),
      prepare(row, parameters, options),
      items,
    )
  return { [row.name]: async (...call: Parameters[]) => once(...call), [`${row.name}Each`]: each }
}

export function buildApi(send: Send, timeoutSeconds: number | undefined): Api {
  const groups: Record<string, Record<string, unknown>> = {}
  for (const row of Object.values(OPERATIONS))
    groups[row.group] = { ...groups[row.group], ...methodsOf(send, row, timeoutSeconds) }
  return groups as unknown as Api
}
