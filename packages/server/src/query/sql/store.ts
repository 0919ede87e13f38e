/** Statements of fixed text: what else a query asks of the database. */
import { type Queries, sql } from '../../db/index.ts'
import { type DocumentColumns, documentColumns, documentText, hasDocument } from '../../versions/index.ts'

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
  text: `select v.ehr_id, v.commit_number, ${documentColumns('v')}
    from unnest($1::uuid[], $2::bigint[]) as wanted (ehr_id, commit_number)
    join cairn.version v using (ehr_id, commit_number)
    where ${hasDocument('v')}`,
})

/** The data of versions, by EHR and commit. */
export async function documentsOf(
  db: Queries,
  ehrs: readonly string[],
  commits: readonly number[],
): Promise<readonly QueriedDocument[]> {
  const rows = await db.query(documents, [ehrs, commits])
  return Promise.all(
    rows.map(async ({ ehr_id, commit_number, ...columns }) => ({
      ehr_id,
      commit_number,
      data: (await documentText(db, columns)) ?? '',
    })),
  )
}
