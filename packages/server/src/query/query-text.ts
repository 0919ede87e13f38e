/** Texts of queries, parsed once for all calls of them. */
import { createHash } from 'node:crypto'
import { type Aql, parameterNames, parseAql, visitNodes } from '@cairn-ehr/openehr/aql'
import { weightedCache } from '../collections/index.ts'
import { Refusal } from '../refusal/index.ts'
import { hashOf } from './query-run.ts'

/** Everything about a query that its text alone decides. */
export interface QueryText {
  /** Another text has another. */
  readonly number: number
  readonly q: string
  readonly parsed: Aql.Query
  /** Of its parameters. */
  readonly names: readonly string[]
  /** The positions in which a parameter is only compared with something. */
  readonly compared: readonly Aql.Parameter[]
  /** Parameters that stand in no other position: their values change neither checks nor plan, only their types do. */
  readonly free: ReadonlySet<string>
  /** Its name in the log, without its literals. */
  readonly hash: string
  /** SHA-256, by which the audit trail knows it. */
  readonly digest: string
  readonly json: string
}

/** As many values as a row of the database can have; a column that shows an object takes four of them. */
const MOST_COLUMNS = 400

function refuseTooWide({ columns }: Aql.Query): void {
  if (columns.length > MOST_COLUMNS)
    throw new Refusal(
      'query.too_large',
      `The query has ${columns.length} columns; at most ${MOST_COLUMNS} can be asked for at once.`,
    )
}

const parametersIn = (tree: unknown): readonly Aql.Parameter[] => {
  const found: Aql.Parameter[] = []
  visitNodes(tree, node => {
    if (node.kind === 'parameter') found.push(node as Aql.Parameter)
    return true
  })
  return found
}

/** Positions in which a value is only compared: in WHERE outside of paths, and in `EHR e[ehr_id/value=$ehr_id]`. */
function comparedParameters({ where, from }: Aql.Query): readonly Aql.Parameter[] {
  const found: unknown[] = []
  visitNodes(where, node => {
    if (node.kind === 'parameter') found.push(node)
    return node.kind !== 'path'
  })
  visitNodes(from, node => {
    if (node.kind === 'value') found.push((node as Aql.ValuePredicate).operand)
    return node.kind !== 'value'
  })
  return parametersIn(found.filter(node => (node as Aql.Expression).kind === 'parameter'))
}

function freeParameters(query: Aql.Query, positions: readonly Aql.Parameter[]): ReadonlySet<string> {
  const compared = new Set(positions)
  const others = new Set(
    parametersIn(query)
      .filter(parameter => !compared.has(parameter))
      .map(({ name }) => name),
  )
  return new Set([...compared].map(({ name }) => name).filter(name => !others.has(name)))
}

function readText(q: string, number: number): QueryText {
  const parsed = parseAql(q)
  refuseTooWide(parsed)
  const compared = comparedParameters(parsed)
  return {
    number,
    q,
    parsed,
    names: parameterNames(parsed),
    compared,
    free: freeParameters(parsed, compared),
    hash: hashOf(q),
    digest: createHash('sha256').update(q).digest('hex'),
    json: JSON.stringify(q),
  }
}

/** Bytes of all texts with their trees. */
const MOST_BYTES = 16 * 1024 * 1024

/** A tree takes 20 to 40 bytes for each character of its text, measured. */
const BYTES_PER_CHARACTER = 40

/** Gives the same object for the same text, as long as it is remembered. */
export function openQueryTexts(): (q: string) => QueryText {
  const texts = weightedCache<string, QueryText>({
    most: MOST_BYTES,
    weigh: ({ q }) => BYTES_PER_CHARACTER * q.length,
  })
  let count = 0
  return q => {
    const known = texts.get(q)
    if (known) return known
    count += 1
    const text = readText(q, count)
    texts.set(q, text)
    return text
  }
}
