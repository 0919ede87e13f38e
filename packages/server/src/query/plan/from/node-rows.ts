/** Nodes inside archetypes placed on tables: the places that they are found at, and how their leaves are read. */
import { any, isWithin, ofEhr, sameVersion, value } from '../../../relation/expressions/index.ts'
import { derived, type Fragment, type RootScan, type Rows } from '../../../relation/index.ts'
import {
  isBelowNode,
  isInNode,
  isNotItself,
  type NodeRow,
  type NodeTable,
  nodeTable,
} from '../../sql/nodes.ts'
import { NULL_JSON, nodeIdAtPlace } from '../../sql/scalars.ts'
import { isAbove, type NodePlace, type Nodes } from '../dictionary/nodes.ts'
import type { NodeSource, RootSource } from '../dictionary/sources.ts'
import { type Item, nodeItem } from '../paths/item.ts'

export interface PlacedNodes {
  readonly table: NodeTable
  readonly item: (conditions: readonly Fragment[]) => Item
  /** With the leaves that were read so far. */
  readonly rows: (scan: RootScan) => Rows
}

/** `outer` is the class right above, where that is found inside archetypes too. */
export function placeNodes(
  nodes: Nodes,
  outer: Nodes | undefined,
  aliases: (kind: string) => string,
): PlacedNodes {
  const rows = rowsOf(nodes, outer)
  const table = nodeTable(
    { root: aliases('r'), place: aliases('m'), leaves: aliases('x'), instance: aliases('i') },
    rows.map(({ row }) => row),
  )
  return {
    table,
    item: conditions => itemOf(nodes, table, conditions),
    rows: scan =>
      derived(
        `nodes at ${nodes.places.length} paths`,
        table.tables([...nodes.read].map(text => rows.map(({ place }) => place.leaves.get(text)))),
        scan,
      ),
  }
}

interface PlaceRow {
  readonly place: NodePlace
  readonly row: NodeRow
}

function rowsOf({ places }: Nodes, outer: Nodes | undefined): readonly PlaceRow[] {
  const parts = Math.max(...places.map(({ order }) => order.length))
  return places.flatMap((place, at): readonly PlaceRow[] => {
    const row = {
      archetype: place.archetype.key,
      place: at + 1,
      repeats: place.steps.filter(({ repeats }) => repeats).length,
      order: Array.from({ length: parts }, (_, part) => place.order[part] ?? -1),
      via: place.via.map(({ key }) => key),
      within: (outer?.places ?? []).flatMap((above, number) => (isAbove(above, place) ? [number + 1] : [])),
    }
    const seen = place.steps.length === 0 ? [undefined] : place.presence.map(({ key }) => key)
    return seen.map(key => ({ place, row: { ...row, seen: key } }))
  })
}

function itemOf(nodes: Nodes, table: NodeTable, conditions: readonly Fragment[]): Item {
  const repeats = new Map([...nodes.entry.paths.keys()].map(entry => [entry.text, entry.repeats]))
  const ids = value('text[]', () => nodes.places.map(({ steps }) => steps.at(-1)?.nodeId ?? null))
  const raw: Item['raw'] = ({ text }) => {
    const own = repeats.get(text)
    if (own === undefined) return NULL_JSON
    nodes.read.add(text)
    return table.leaf([...nodes.read].indexOf(text), own)
  }
  return nodeItem(table.root, conditions, raw, {
    nodeId: nodeIdAtPlace(ids, table.place, table.root),
    at: table.at,
    place: table.place,
    steps: nodes.places.map(({ steps }) => steps),
  })
}

interface Scope {
  readonly ehrId?: Fragment
  readonly version?: string
  readonly root?: { readonly alias: string; readonly archetypes: ReadonlySet<number> }
  readonly node?: { readonly table: NodeTable }
  readonly by?: RootSource['by']
}

/** Below a class that is named by archetype or code, a code is one of the same archetype. */
export function nodeWhereIn(
  table: NodeTable,
  from: NodeSource,
  { ehrId, version, root, node, by }: Scope,
  aliases: (kind: string) => string,
): readonly Fragment[] {
  const isLocal = from.by === 'code' && by !== undefined
  if (node) {
    const inNode = isInNode(table, node.table)
    return [isLocal ? inNode : any([inNode, isBelowNode(table.root, node.table, aliases('h'))])]
  }
  if (root) {
    const canBeItself = from.nodes.places.some(
      ({ steps, archetype }) => steps.length === 0 && root.archetypes.has(archetype.key),
    )
    return [
      isWithin(table.root, root.alias, isLocal ? 'in the same root' : 'inside or the same'),
      ...(canBeItself ? [isNotItself(table, root.alias)] : []),
    ]
  }
  if (version !== undefined) return [sameVersion(table.root, version)]
  return ehrId ? [ofEhr(table.root, ehrId)] : []
}
