/** Nodes as text for people: one line for each, what it works on below it. */
import { GuardedSql, printWhole } from '../access/index.ts'
import type {
  Column,
  Containment,
  Expression,
  Fragment,
  InstanceJoin,
  Join,
  Page,
  Query,
  RootScan,
  Rows,
  SortKey,
} from './nodes.ts'

/** A line, and those below it. */
interface Line {
  readonly text: string
  readonly below: readonly Line[]
}

const line = (text: string, below: readonly Line[] = []): Line => ({ text, below })

const printLine = ({ text, below }: Line, depth: number): string =>
  [`${'  '.repeat(depth)}${text}`, ...below.map(each => printLine(each, depth + 1))].join('\n')

export const explainPage = (page: Page): string => printLine(pageLine(page), 0)

export const explainQuery = (query: Query): string => printLine(queryLine(query), 0)

const pageLine = ({ query, most, offset, fetch }: Page): Line =>
  line(`page: skip ${explain(offset)}, take ${explain(fetch)}, of the first ${most} rows`, [queryLine(query)])

/** A fragment on one line: parameters by their types, leaves by their paths. */
const explain = ({ pieces }: Fragment): string =>
  pieces
    .map(piece => {
      if (typeof piece === 'string') return piece
      if ('use' in piece) return printWhole(new GuardedSql([piece]))
      return 'kind' in piece ? explainExpression(piece) : `$${piece.type}`
    })
    .join('')
    .replace(/\s+/g, ' ')
    .trim()

function explainExpression(node: Expression): string {
  switch (node.kind) {
    case 'leaf':
      return `${node.root ?? ''}/${node.path.text.replace(/\|[A-Z_0-9<>]+/g, '')}`
    case 'containment':
      return explainContainment(node)
    case 'forms':
      return explain(node.plain)
    case 'existence':
      return `${node.isNegated ? 'none' : 'some'} of [${printLine(rowsLine(node.rows), 0).replace(/\s*\n\s*/g, '; ')}]`
  }
}

const PLACES: Readonly<Record<Extract<Containment['where'], string>, string>> = {
  'in the same version': 'in the same version as',
  'in the same root': 'in the same root as',
  'inside the outermost': 'inside',
  inside: 'inside',
  'inside or the same': 'inside or the same as',
}

function explainContainment({ inner, outer, where }: Containment): string {
  if (typeof where === 'object')
    return `${inner} attached to ${outer} by paths ${where.attachedBy.join(', ')}`
  return `${inner} ${PLACES[where]} ${outer}`
}

const list = (fragments: readonly Fragment[]): string => fragments.map(explain).join(', ')

const explainColumns = (columns: readonly Column[]): string =>
  columns.map(({ name, sql }) => `${name} = ${explain(sql)}`).join(', ')

const explainOrder = (order: readonly SortKey[]): string =>
  order.map(({ key, isDescending }) => `${explain(key)}${isDescending ? ' desc' : ''}`).join(', ')

function queryLine(query: Query): Line {
  switch (query.kind) {
    case 'project': {
      const columns = line(`project: ${explainColumns(query.columns)}`, [rowsLine(query.rows)])
      return query.order.length === 0 ? columns : line(`order: ${explainOrder(query.order)}`, [columns])
    }
    case 'aggregate': {
      const by = query.groups.map(at => query.columns[at]?.name).join(', ')
      const text = `aggregate${by === '' ? '' : ` by ${by}`}: ${explainColumns([...query.columns, ...query.hidden])}`
      const groups = line(text, [rowsLine(query.rows)])
      return query.order.length === 0 ? groups : line(`order: ${explainOrder(query.order)}`, [groups])
    }
    case 'distinct':
      return line(`distinct: ${explainColumns(query.columns)}, each in the place of the first`, [
        line(`order: ${explain(query.place)}`, [rowsLine(query.rows)]),
      ])
    case 'first':
      return line(`first ${query.most}${query.by === undefined ? '' : ` by the ${query.by}`}`, [
        queryLine(query.query),
      ])
    case 'concat':
      return line(
        'one after the other',
        query.queries.map(({ query: each }) => queryLine(each)),
      )
    case 'narrowed':
      return line(`if that is enough, of the first ${query.within}; else of all`, [
        queryLine(query.narrow),
        queryLine(query.whole),
      ])
  }
}

function rowsLine(rows: Rows): Line {
  switch (rows.kind) {
    case 'roots':
      return line(explainScan(rows))
    case 'table':
      return line(`table ${rows.table} ${rows.alias}`)
    case 'derived':
      return line(rows.roots ? `${explainScan(rows.roots)}: ${rows.from}` : rows.from)
    case 'subquery':
      return line(`rows ${rows.alias}`, [queryLine(rows.query)])
    case 'attached':
      return line(`lookup ${rows.from}`, [rowsLine(rows.rows)])
    case 'contain':
      return line('contain', [rowsLine(rows.outer), rowsLine(rows.inner)])
    case 'product':
      return line('product', rows.operands.map(rowsLine))
    case 'choice':
      return line('choice', rows.branches.map(rowsLine))
    case 'lookup':
      return line(`lookup ${explainJoin(rows.join)}`, [rowsLine(rows.rows)])
    case 'instances':
      return line(`instances ${rows.alias}: ${explainColumns(rows.columns)}`, [
        ...rows.joins.map(joinLine),
        rowsLine(rows.rows),
      ])
    case 'filter':
      return line(`filter: ${rows.conditions.map(explain).join(' and ')}`, [rowsLine(rows.rows)])
  }
}

const explainScan = ({ alias, archetypes, isLatest, isOutermost }: RootScan): string =>
  [
    `roots ${alias} of archetypes ${archetypes.toSorted((a, b) => a - b).join(', ') || 'that nobody has'}`,
    ...(isLatest ? ['latest'] : []),
    ...(isOutermost ? ['outermost'] : []),
  ].join(', ')

const explainJoin = ({ joined, on, isOptional }: Join): string =>
  `${isOptional ? 'optional ' : ''}${printLine(rowsLine(joined), 0)} on ${list(on)}`

const joinLine = (join: InstanceJoin): Line =>
  join.kind === 'join'
    ? line(`lookup ${explainJoin(join)}`)
    : line(`vectors ${join.alias}: ${explain(join.vectors)}`)
