/** Statements of fixed text: what else a query asks of the database. */
import { type Queries, sql } from '../../db/index.ts'

const documents = sql<
  { ehr_id: string; commit_number: number; data: string },
  [ehrs: readonly string[], commits: readonly number[]]
>({
  name: 'query.documents',
  text: `select v.ehr_id, v.commit_number, v.data
    from unnest($1::uuid[], $2::bigint[]) as wanted (ehr_id, commit_number)
    join cairn.version v using (ehr_id, commit_number)
    where v.data is not null`,
})

/** The data of versions, by EHR and commit. */
export const documentsOf = (
  db: Queries,
  ehrs: readonly string[],
  commits: readonly number[],
): Promise<readonly { ehr_id: string; commit_number: number; data: string }[]> =>
  db.query(documents, [ehrs, commits])
