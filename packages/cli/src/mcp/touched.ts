/** Reads from the text of a query which classes, archetypes and paths it would touch, and makes a query that counts what it finds. */
import {
  type Aql,
  checkAql,
  declaredVariables,
  parseAql,
  pathsIn,
  printAql,
  printCondition,
  printContainment,
  printExpression,
  visitNodes,
} from '@cairn-ehr/openehr/aql'
import { ToolInputError } from './tool.ts'

export interface ReadQuery {
  readonly parsed: Aql.Query
  readonly variables: readonly { readonly name: string; readonly class: string }[]
  readonly archetypes: readonly string[]
  readonly paths: readonly string[]
  /** In words, without a server. */
  readonly explained: string
}

function archetypesIn(parsed: Aql.Query): string[] {
  const found = new Set<string>()
  visitNodes(parsed, node => {
    if (node.kind === 'archetypeId') found.add((node as Aql.ArchetypeId).value)
    return true
  })
  return [...found]
}

function explain(parsed: Aql.Query): string {
  const columns = parsed.columns.map(({ alias, expression }) => {
    const printed = printExpression(expression)
    return alias === undefined ? printed : `${alias} = ${printed}`
  })
  return [
    `Looks in ${printContainment(parsed.from)}.`,
    ...(parsed.where ? [`Keeps those with ${printCondition(parsed.where)}.`] : ['Keeps all of them.']),
    `Shows ${columns.join('; ')}.`,
    ...(parsed.limit ? [`At most ${parsed.limit.count} rows.`] : []),
  ].join('\n')
}

/** Throws with the first fault of the text. */
export function readQuery(q: string): ReadQuery {
  const parsed = parseAql(q)
  const [fault] = checkAql(parsed)
  if (fault) throw new ToolInputError(`The query cannot be run: ${fault.message} (${fault.path}).`)
  return {
    parsed,
    variables: declaredVariables(parsed.from).map(({ name, type }) => ({ name, class: type })),
    archetypes: archetypesIn(parsed),
    paths: [
      ...new Set(pathsIn([parsed.columns, parsed.where, parsed.orderBy]).map(path => printExpression(path))),
    ],
    explained: explain(parsed),
  }
}

/** A query that counts the rows and, where FROM names the EHR, the EHRs that another finds; it shows nothing of them. */
export function countingQuery({ parsed, variables }: ReadQuery): string {
  const ehr = variables.find(each => each.class === 'EHR')
  const ehrs = ehr ? `, COUNT(DISTINCT ${ehr.name}/ehr_id/value) AS ehrs` : ''
  const { columns } = parseAql(`SELECT COUNT(*) AS found${ehrs} FROM EHR ${ehr?.name ?? 'e'}`)
  const { top: _top, limit: _limit, ...rest } = parsed
  return printAql({ ...rest, distinct: false, columns, orderBy: [] })
}
