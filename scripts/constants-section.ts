/** The part of docs/scale.md with the constants that `npm run bench cost` measured. */
import type { CostFigures } from '../bench/figures.ts'
import { auditBytes } from './cost-section.ts'
import { entries } from './markdown.ts'

const bytes = (value: number) => value.toLocaleString('en')
const ms = (value: number) => value.toFixed(2)

function requestOf({ requests }: CostFigures, name: string): { server: number; database: number } {
  const found = requests.find(each => each.name === name)
  if (!found) throw new Error(`docs/figures/cost.json has no request "${name}"`)
  return found
}

const TIMES: readonly (readonly [what: string, request: string])[] = [
  ['commit of 10 KB', 'POST composition, 10 KB'],
  ['a new EHR', 'POST ehr'],
  ['read of a version of 10 KB', 'GET version, 10 KB'],
  ['AQL of one patient', 'AQL of one patient'],
  ['AQL of all, LIMIT 50', 'AQL of all, LIMIT 50'],
]

export function constantsText(figures: CostFigures): string {
  const { document, stored, wal, tables } = figures.bytes
  const parts = tables.map(({ name, bytes: size }) => `\`${name}\` ${bytes(size)}`).join(', ')
  return entries([
    [`stored for a composition of ${bytes(document)} bytes, everything included`, `${bytes(stored)} bytes`],
    ['of these, with indexes', parts],
    ['write-ahead log of a commit', `${bytes(wal)} bytes`],
    ['audit trail of a request', `${bytes(auditBytes(figures.bytes))} bytes`],
    ...TIMES.map(([what, name]) => {
      const { server, database } = requestOf(figures, name)
      return [`${what}, processor`, `server ${ms(server)} ms, database ${ms(database)} ms`]
    }),
  ])
}
