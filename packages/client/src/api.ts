/** The methods of the client, made from the table of operations. */
import { readBody } from './answer.ts'
import { type CallOptions, type OperationRow, type PreparedRequest, prepare } from './operation.ts'
import { type Api, OPERATIONS } from './operations.generated.ts'
import { itemsOf } from './pages.ts'
import { versionedOf } from './versioned.ts'

type Send = (request: PreparedRequest) => Promise<Response>
type Parameters = Readonly<Record<string, unknown>>

function methodsOf(send: Send, row: OperationRow): Record<string, unknown> {
  const once = async (parameters: Parameters = {}, options: CallOptions = {}) => {
    const answer = await send(prepare(row, parameters, options))
    const value = await readBody(answer)
    return row.versioned ? versionedOf(value, answer) : value
  }
  const { items } = row
  if (items === undefined) return { [row.name]: once }
  const each = (parameters: Parameters = {}, options: CallOptions = {}) =>
    itemsOf(send, prepare(row, parameters, options), items)
  return { [row.name]: once, [`${row.name}Each`]: each }
}

export function buildApi(send: Send): Api {
  const groups: Record<string, Record<string, unknown>> = {}
  for (const row of Object.values(OPERATIONS))
    groups[row.group] = { ...groups[row.group], ...methodsOf(send, row) }
  return groups as unknown as Api
}
