/** The index that a column is ordered and filtered by: made on request, for columns that are asked for often. */
import type { Database } from '../../db/index.ts'
import { analyzeRoots, createIndex, dropIndex, findIndex, type IndexDefinition } from '../../indexes/index.ts'
import { Refusal } from '../../refusal/index.ts'
import type { PathDictionary } from '../../roots/index.ts'
import type { CompiledDatamap, DatamapShelf } from '../definition/datamap-shelf.ts'
import { indexOf } from './column-sql.ts'
import { fieldOf } from './fields.ts'
import { keysOf, topOf } from './list.ts'

export interface IndexNeeds {
  readonly db: Database
  readonly dictionary: PathDictionary
  readonly datamaps: DatamapShelf
}

const refused = (message: string) => new Refusal('request.malformed', message)

function columnIndex({ dictionary }: IndexNeeds, compiled: CompiledDatamap, label: string): IndexDefinition {
  if (compiled.datamap.party !== undefined)
    throw refused('Columns of a datamap of parties are given no index.')
  const field = fieldOf(compiled.datamap, label, 'column')
  if (field.of === 'record')
    throw refused(`"${label}" is a field of every record: only the columns of a datamap are given an index.`)
  const key = keysOf({ dictionary }, topOf({ dictionary }, compiled), [field]).get(field)
  if (!key) throw refused(`No record has a value in "${label}" yet: make its index when there are some.`)
  const index = indexOf(key)
  if (!index)
    throw refused(
      `"${label}" cannot have an index: only its name distinguishes it from its neighbours, or nearly all records have the same few values.`,
    )
  return index
}

/** The outcome, to be told to the operator. */
export type IndexChange = 'made' | 'was there' | 'dropped' | 'did not exist'

export async function changeColumnIndex(
  needs: IndexNeeds,
  name: string,
  label: string,
  wanted: 'made' | 'dropped',
): Promise<IndexChange> {
  await needs.dictionary.refresh()
  const index = columnIndex(needs, await needs.datamaps.named(name), label)
  if (wanted === 'dropped') {
    const before = await findIndex(needs.db, index.name)
    await dropIndex(needs.db, index.name)
    return before ? 'dropped' : 'did not exist'
  }
  if (!(await createIndex(needs.db, index, `${label} of the datamap ${name}`))) return 'was there'
  await analyzeRoots(needs.db)
  return 'made'
}
