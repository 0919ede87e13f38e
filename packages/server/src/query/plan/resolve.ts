/** Stage 1: names to what they stand for. Variables, classes and paths of a query become archetypes and paths of the dictionary. */
import { type Aql, existsPathsIn, orderExpressions, pathsIn } from '@cairn-ehr/openehr/aql'
import type { Entries } from '../../roots/index.ts'
import { type PathTree, printTree, resolvePaths, type Variables } from './dictionary/path-tree.ts'
import { printSource, resolveSources, type Source } from './dictionary/sources.ts'
import { type IndexUse, openIndexUse } from './index-use.ts'
import { type Shape, shapeOf } from './literals.ts'
import { isDocumentwise } from './row-order.ts'
import { withoutAnyComposition } from './rules/any-composition.ts'

export interface Resolved {
  readonly query: Aql.BoundQuery
  /** ORDER BY with its aliases replaced. */
  readonly order: readonly Aql.Expression[]
  readonly shape: Shape
  readonly source: Source
  readonly variables: Variables
  readonly tree: PathTree
  readonly documentwise: boolean
  /** Classes that stand inside archetypes are among those of FROM. */
  readonly hasNodes: boolean
  readonly entries: Entries
  readonly indexes: IndexUse
}

export function resolve(
  query: Aql.BoundQuery,
  entries: Entries,
  shape = shapeOf(query),
  indexes = openIndexUse(() => false),
): Resolved {
  const order = orderExpressions(query)
  const paths = pathsIn([...query.columns, ...order, query.where])
  const documentwise = isDocumentwise(query.from)
  const found = withoutAnyComposition(
    resolveSources(query.from, entries),
    variablesUsed(query, paths),
    entries,
  )
  const source = documentwise ? found : inEhr(found)
  const variables = new Map(declaredIn(source))
  return {
    query,
    order,
    shape,
    source,
    variables,
    tree: resolvePaths(paths, variables, entries),
    documentwise,
    hasNodes: hasNodes(source),
    entries,
    indexes,
  }
}

const variablesUsed = ({ where }: Aql.BoundQuery, paths: readonly Aql.Path[]): ReadonlySet<string> =>
  new Set([...paths, ...existsPathsIn(where)].map(path => path.variable))

/** A query that goes through EHRs one by one has `cairn.ehr` among its tables, even if it does not name it. */
const inEhr = (source: Source): Source =>
  'operands' in source || source.kind === 'ehr'
    ? source
    : {
        kind: 'ehr',
        variable: undefined,
        predicate: undefined,
        contains: { negated: false, what: source },
      }

function hasNodes(source: Source): boolean {
  if ('operands' in source) return source.operands.some(hasNodes)
  return source.kind === 'node' || (source.contains !== undefined && hasNodes(source.contains.what))
}

type Named = Exclude<Source, { readonly kind: 'all' | 'any' }>

function declaredIn(source: Source): readonly (readonly [string, Named])[] {
  if ('operands' in source) return source.operands.flatMap(declaredIn)
  const own = source.variable === undefined ? [] : [[source.variable, source] as const]
  return [...own, ...(source.contains ? declaredIn(source.contains.what) : [])]
}

export const printResolved = ({ source, tree, documentwise }: Resolved): string =>
  [
    `from ${printSource(source)}`,
    `rows in the order of ${documentwise ? 'commits' : 'EHRs, then of commits'}`,
    printTree(tree),
  ]
    .filter(line => line !== '')
    .join('\n')
