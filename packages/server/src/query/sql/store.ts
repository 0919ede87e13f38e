/** Statements of fixed text: what else a query asks of the database. */
import { guarded, seen } from '../../access/index.ts'
import { type LimitedQueries, sql } from '../../db/index.ts'
import {
  type DocumentColumns,
  documentColumns,
  documentTexts,
  hasDocument,
} from '../../versions/packing/index.ts'

interface DocumentKey {
  readonly ehr_id: string
  readonly commit_number: number
}

export interface QueriedDocument extends DocumentKey {
  /** JSON text. */
  readonly data: string
}

const documents = sql<DocumentKey & DocumentColumns, [ehrs: readonly string[], commits: readonly number[]]>({
  name: 'query.documents',
  text: guarded`select v.ehr_id, v.commit_number, ${documentColumns('v')}
    from unnest($1::uuid[], $2::bigint[]) as wanted (ehr_id, commit_number)
    join ${seen.version('v')} using (ehr_id, commit_number)
    where ${hasDocument('v')}`,
})

/** The data of versions, by EHR and commit. */
export async function documentsOf(
  db: LimitedQueries,
  ehrs: readonly string[],
  commits: readonly number[],
): Promise<readonly QueriedDocument[]> {
  const rows = await db.query(documents, [ehrs, commits])
  const texts = await documentTexts(db, rows)
  return rows.map(({ ehr_id, commit_number }, at) => ({ ehr_id, commit_number, data: texts[at] ?? '' }))
}
