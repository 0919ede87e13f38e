/** FROM placed on tables: each class is an alias of `cairn.root`, and what contains what is a condition on their numbers. */

import { type Folder, filedTables } from '../sql/folders.ts'
import { any, type Fragment, q } from '../sql/fragment.ts'
import { isBelowNode, type NodeTable } from '../sql/nodes.ts'
import {
  column,
  crossJoin,
  isArchetype,
  isDocument,
  isInside,
  isOutermost,
  isPresent,
  joinOn,
  noneOf,
  ofEhr,
  sameVersion,
  table,
} from '../sql/sources.ts'
import { askedOfColumns, type Bound } from './bound.ts'
import { ehrOperand, versionOperand } from './columns.ts'
import { single } from './item.ts'
import { nodeWhereIn, placeNodes } from './node-rows.ts'
import type { Nodes } from './nodes.ts'
import { notPushed } from './not-pushed.ts'
import { type Asked, picked } from './predicates.ts'
import type { EhrSource, Junction, NodeSource, RootSource, Source, VersionSource } from './sources.ts'

export interface PlacedSources {
  /** The first table, then joins; without those of `late`. */
  readonly tables: readonly Fragment[]
  readonly conditions: readonly Fragment[]
  readonly bound: ReadonlyMap<string, Bound>
  /** The order of bindings. */
  readonly order: readonly Fragment[]
  /** The EHR of a row, and the alias of its table where that is among `tables`. */
  readonly ehrId: Fragment
  readonly ehr: string | undefined
  /** Tables that only some paths need: complete once all paths are placed. */
  readonly late: () => readonly Fragment[]
}

/** Where a class is looked for: in all EHRs, in one, in a version by a row of it, in a row. */
interface Scope {
  readonly latest: boolean
  readonly ehrId?: Fragment
  readonly version?: string
  readonly root?: {
    readonly alias: string
    readonly outermost: boolean
    readonly archetypes: ReadonlySet<number>
  }
  readonly node?: { readonly table: NodeTable; readonly nodes: Nodes }
  /** A row of a folder, whose references are followed. */
  readonly folder?: Folder
  /** By what the class right above names a node. */
  readonly by?: RootSource['by']
}

/** Tables and conditions that belong together: of FROM as a whole, of a branch of OR, of NOT CONTAINS. */
interface Part {
  readonly kind: 'whole' | 'branch' | 'negated'
  readonly tables: Fragment[]
  readonly conditions: Fragment[]
}

const partOf = (kind: Part['kind']): Part => ({ kind, tables: [], conditions: [] })

function addTable({ tables }: Part, added: Fragment): void {
  tables.push(tables.length === 0 ? added : crossJoin(added))
}

const tablesOf = ({ tables: [first = q``, ...rest] }: Part): Fragment =>
  rest.reduce((before, join) => q`${before}${join}`, first)

/** A row that something was placed on, and a condition that is true where it is there. */
interface Placed {
  readonly alias: string
  readonly present: Fragment
}

export function placeSources(
  source: Source,
  documentwise: boolean,
  asked: Asked,
  aliases: (kind: string) => string,
): PlacedSources {
  const bound = new Map<string, Bound>()
  const order: Fragment[] = []
  const late: Fragment[] = []
  const whole = partOf('whole')
  const bind = (variable: string | undefined, to: Bound): void => {
    if (variable !== undefined) bound.set(variable, to)
  }
  const inOrder = ({ kind }: Part, ...keys: readonly Fragment[]): void => {
    if (kind !== 'negated') order.push(...keys)
  }
  /** A table that is joined at the end, when it is first asked for. */
  const lazily = (join: (alias: string) => Fragment, kind: string): (() => string) => {
    let made: string | undefined
    return () => {
      if (made === undefined) {
        made = aliases(kind)
        late.push(join(made))
      }
      return made
    }
  }

  const place = (from: Source, scope: Scope, part: Part): Placed => {
    if ('operands' in from) return placeJunction(from, scope, part)
    if (from.kind === 'ehr') return notPushed('an EHR inside something else')
    if (scope.folder && from.kind !== 'root') return notPushed('a folder contains a class of this kind')
    if (from.kind === 'node') return placeNode(from, scope, part)
    return from.kind === 'version' ? placeVersion(from, scope, part) : placeRoot(from, scope, part)
  }

  const placeJunction = ({ kind, operands }: Junction, scope: Scope, part: Part): Placed => {
    if (!scope.ehrId && !scope.folder && !isInVersion(scope)) return notPushed('AND or OR over all EHRs')
    if (kind === 'all') {
      const [first] = operands.map(operand => place(operand, scope, part))
      return first ?? notPushed('AND of nothing')
    }
    if (operands.some(operand => 'operands' in operand)) return notPushed('AND or OR right inside OR')
    // An outer join: branches that find something are combined, the others leave their variables NULL.
    const placed = operands.map(operand => {
      const branch = partOf('branch')
      const found = place(operand, scope, branch)
      const tables = branch.tables.length === 1 ? tablesOf(branch) : q`(${tablesOf(branch)})`
      part.tables.push(joinOn(tables, branch.conditions, 'left'))
      return found
    })
    const present = any(placed.map(each => each.present))
    part.conditions.push(present)
    return { alias: placed[0]?.alias ?? '', present }
  }

  const placeInside = (contains: RootSource['contains'], scope: Scope, part: Part): void => {
    if (!contains) return
    if (!contains.negated) {
      place(contains.what, scope, part)
      return
    }
    const negated = partOf('negated')
    place(contains.what, scope, negated)
    part.conditions.push(noneOf(tablesOf(negated), negated.conditions))
  }

  const placeRoot = (from: RootSource, scope: Scope, part: Part): Placed => {
    const { variable, predicate, archetypes, outermost, contains } = from
    const alias = aliases('r')
    bind(variable, { kind: 'root', alias, outermost, item: conditions => single(alias, conditions) })
    if (scope.folder) {
      const filed = { filed: aliases('f'), version: aliases('v'), row: alias }
      addTable(part, filedTables(filed, scope.folder))
      inOrder(part, column(filed.filed, 'place'))
    } else addTable(part, table('root', alias))
    const keys = archetypes.map(({ key }) => key)
    part.conditions.push(
      isArchetype(alias, keys),
      ...(scope.latest ? [column(alias, 'latest')] : []),
      ...(outermost ? [isOutermost(alias)] : []),
      ...whereIn(alias, scope, aliases),
      ...(predicate
        ? [picked(predicate, { ...asked, start: { roots: archetypes }, leaves: single(alias, []) })]
        : []),
    )
    if (!isInVersion(scope)) inOrder(part, column(alias, 'commit_number'))
    if (!outermost) inOrder(part, column(alias, 'num'))
    const { node: _, folder: __, ...outside } = scope
    // Whatever version of a folder it is, its references lead to the latest.
    const inside: Scope = from.references
      ? { latest: true, folder: { alias, archetypes: keys, references: from.references } }
      : { ...outside, root: { alias, outermost, archetypes: new Set(keys) } }
    placeInside(contains, { ...inside, by: from.by }, part)
    return { alias, present: isPresent(column(alias, 'num')) }
  }

  const placeNode = (from: NodeSource, scope: Scope, part: Part): Placed => {
    const { variable, predicate, nodes, contains } = from
    const { table: placed, item, tables } = placeNodes(nodes, scope.node?.nodes, aliases)
    const { root } = placed
    bind(variable, { kind: 'root', alias: root, outermost: false, item })
    const archetypes = new Set(nodes.places.map(({ archetype }) => archetype.key))
    const conditions = [
      isArchetype(root, [...archetypes]),
      ...(scope.latest ? [column(root, 'latest')] : []),
      ...nodeWhereIn(placed, from, scope, aliases),
      ...(predicate
        ? [picked(predicate, { ...asked, start: { roots: [nodes.entry] }, leaves: item([]) })]
        : []),
    ]
    // After the predicate, so that the leaves that it reads are among those of the table.
    addTable(part, tables())
    part.conditions.push(...conditions)
    if (!isInVersion(scope)) inOrder(part, column(root, 'commit_number'))
    inOrder(part, column(root, 'num'), ...placed.order)
    const { root: _, ...outside } = scope
    placeInside(contains, { ...outside, node: { table: placed, nodes }, by: from.by }, part)
    return { alias: root, present: isPresent(column(root, 'num')) }
  }

  /** A version that holds something is known by a row of that; only where it need not hold anything is its table the first. */
  const placeVersion = (from: VersionSource, scope: Scope, part: Part): Placed => {
    const { all: superseded, contains } = from
    const inside: Scope = { ...scope, latest: !superseded }
    const holds = contains && !contains.negated ? contains.what : undefined
    if (holds?.kind === 'root' || holds?.kind === 'node') {
      const row = place(holds, inside, part)
      bindVersion(from, part, row.alias, undefined)
      return row
    }
    const alone = superseded && !holds
    const alias = aliases(alone ? 'v' : 'r')
    addTable(part, table(alone ? 'version' : 'root', alias))
    part.conditions.push(
      ...(alone ? [isDocument(alias)] : [isOutermost(alias)]),
      ...(superseded ? [] : [column(alias, 'latest')]),
      ...(scope.ehrId ? [ofEhr(alias, scope.ehrId)] : []),
    )
    inOrder(part, column(alias, 'commit_number'))
    bindVersion(from, part, alias, alone ? alias : undefined)
    placeInside(contains, { ...inside, version: alias }, part)
    return { alias, present: isPresent(column(alias, 'commit_number')) }
  }

  const bindVersion = (
    { variable, predicate }: VersionSource,
    part: Part,
    row: string,
    own: string | undefined,
  ): void => {
    const join = (kind: 'left' | 'inner') => (alias: string) =>
      joinOn(table('version', alias), [sameVersion(alias, row)], kind)
    const later = lazily(join(part.kind === 'whole' ? 'inner' : 'left'), 'v')
    const ofPaths = () => own ?? later()
    /** Conditions of a branch stand where it is joined, so the table must be there by then. */
    const ofPredicate = (): string => {
      if (own !== undefined || part.kind === 'whole') return ofPaths()
      const alias = aliases('v')
      part.tables.push(join('inner')(alias))
      return alias
    }
    if (predicate) {
      const alias = ofPredicate()
      part.conditions.push(...askedOfColumns(predicate, names => versionOperand(names, alias), asked))
    }
    bind(variable, {
      kind: 'version',
      operand: names => versionOperand(names, ofPaths()),
      ehrId: column(row, 'ehr_id'),
      root: alias => joinOn(table('root', alias), [sameVersion(alias, row), isOutermost(alias)], 'left'),
    })
  }

  const placeEhr = (from: EhrSource): { ehrId: Fragment; ehr: string | undefined } => {
    const scope: Scope = { latest: true }
    if (documentwise && from.contains) {
      const row = place(from.contains.what, scope, whole)
      const ehrId = column(row.alias, 'ehr_id')
      bindEhr(
        from,
        ehrId,
        lazily(alias => joinOn(table('ehr', alias), [ofEhr(alias, ehrId)], 'inner'), 'e'),
      )
      return { ehrId, ehr: undefined }
    }
    const ehr = aliases('e')
    const ehrId = column(ehr, 'ehr_id')
    whole.tables.push(table('ehr', ehr))
    inOrder(whole, column(ehr, 'created_at'), ehrId)
    bindEhr(from, ehrId, () => ehr)
    placeInside(from.contains, { ...scope, ehrId }, whole)
    return { ehrId, ehr }
  }

  const bindEhr = ({ variable, predicate }: EhrSource, id: Fragment, ehr: () => string): void => {
    const operand = (names: readonly string[]) => ehrOperand(names, id, ehr)
    const statuses = [...asked.entries.archetypes()].filter(({ type }) => type === 'EHR_STATUS')
    const root = (alias: string) =>
      joinOn(
        table('root', alias),
        [
          ofEhr(alias, id),
          column(alias, 'latest'),
          isOutermost(alias),
          isArchetype(
            alias,
            statuses.map(({ key }) => key),
          ),
        ],
        'left',
      )
    bind(variable, { kind: 'ehr', operand, root, ehrId: id })
    whole.conditions.push(...askedOfColumns(predicate, operand, asked, id))
  }

  const found =
    source.kind === 'ehr'
      ? placeEhr(source)
      : { ehrId: column(place(source, { latest: true }, whole).alias, 'ehr_id'), ehr: undefined }
  return { tables: whole.tables, conditions: whole.conditions, bound, order, ...found, late: () => late }
}

const isInVersion = ({ root, node, version }: Scope): boolean =>
  root !== undefined || node !== undefined || version !== undefined

function whereIn(
  alias: string,
  { root, node, version, ehrId }: Scope,
  aliases: (kind: string) => string,
): readonly Fragment[] {
  if (node) return [isBelowNode(alias, node.table, aliases('h'))]
  if (root) return isInside(alias, root.alias, root.outermost)
  if (version !== undefined) return [sameVersion(alias, version)]
  return ehrId ? [ofEhr(alias, ehrId)] : []
}
