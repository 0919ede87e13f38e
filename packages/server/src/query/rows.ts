/** Rows of the answer to rows of the result: values as they are, objects cut out of their documents, a batch at a time. */
import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { LimitedQueries } from '../db/index.ts'
import { cutAt, rootsIn, shown } from './cut.ts'
import type { Cell, Shown } from './plan/clauses/cells.ts'
import type { EhrCell } from './plan/row-cells.ts'
import { documentsOf } from './sql/store.ts'

/** EHR, commit, number of the root, instance, and of a node the place. */
type Reference = readonly [ehrId: string, commit: number, num: number, vector: string | null, place?: number]

type Roots = ReturnType<typeof rootsIn>

const keyOf = ([ehrId, commit]: Reference): string => `${ehrId} ${commit}`

/** The first cell of each column in a row of the answer. */
function startsOf(columns: readonly Shown[]): readonly number[] {
  let start = 0
  return columns.map(({ selected }) => {
    const own = start
    start += selected.length
    return own
  })
}

/** `undefined` where all cells are values. An EHR at the end of a row stays there. */
export function rowReader(
  columns: readonly Shown[],
  ehrCell: EhrCell | undefined,
): ((batch: Rows, db: LimitedQueries) => Promise<Rows>) | undefined {
  const starts = startsOf(columns)
  const objects = columns.flatMap(({ cell }, at) => (cell.kind === 'object' ? [starts[at] ?? 0] : []))
  if (objects.length === 0) return undefined
  return async (batch, db) => {
    const documents = await read(
      db,
      batch.flatMap(row => objects.map(start => referenceAt(row, start))),
    )
    return batch.map(row => {
      const cells = columns.map(({ cell }, at) => {
        const start = starts[at] ?? 0
        return cell.kind === 'value' ? row[start] : objectOf(cell, referenceAt(row, start), documents)
      })
      return ehrCell === 'last' ? [...cells, row.at(-1)] : cells
    })
  }
}

type Rows = readonly (readonly unknown[])[]

function referenceAt(row: readonly unknown[], start: number): Reference | undefined {
  return row[start + 2] === null ? undefined : (row.slice(start, start + 5) as unknown as Reference)
}

/** Every document once, however many rows come from it. */
async function read(
  db: LimitedQueries,
  references: readonly (Reference | undefined)[],
): Promise<ReadonlyMap<string, Roots>> {
  const wanted = new Map<string, Reference>()
  for (const reference of references) if (reference) wanted.set(keyOf(reference), reference)
  if (wanted.size === 0) return new Map()
  const found = await documentsOf(
    db,
    [...wanted.values()].map(([ehrId]) => ehrId),
    [...wanted.values()].map(([, commit]) => commit),
  )
  return new Map(
    found.map(({ ehr_id, commit_number, data }) => [
      `${ehr_id} ${commit_number}`,
      rootsIn(JSON.parse(data) as RmObject),
    ]),
  )
}

function objectOf(
  { places, nodes }: Extract<Cell, { kind: 'object' }>,
  reference: Reference | undefined,
  documents: ReadonlyMap<string, Roots>,
): unknown {
  const root = reference && documents.get(keyOf(reference))?.[reference[2]]
  if (!root) return null
  const before = nodes?.[(reference[4] ?? 0) - 1] ?? []
  const vector = reference[3] ? reference[3].split('.').map(Number) : []
  if (places.length === 0) return before.length === 0 ? shown(root) : (cutAt(root, before, vector) ?? null)
  for (const { branches } of places) {
    const found = cutAt(root, [...before, ...(branches[0]?.branch.steps ?? [])], vector)
    if (found !== undefined) return found
  }
  return null
}
