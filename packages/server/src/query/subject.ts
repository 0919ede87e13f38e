/** The EHR of the subject that a query names: in a cluster, the query then asks one node instead of all. */
import type { Aql } from '@cairn-ehr/openehr/aql'
import { guarded, seen } from '../access/index.ts'
import { type LimitedQueries, sql } from '../db/index.ts'
import type { EhrId } from '../ids/index.ts'
import type { Prepared } from './prepare.ts'

export const bySubject = sql<{ ehr_id: EhrId }, [subjectId: string, namespace: string | null]>({
  name: 'query.ehrOfSubject',
  text: guarded`select ehr_id from ${seen.ehr_subject()}
         where subject_id = $1 and ($2::text is null or namespace = $2) limit 2`,
})

/** Undefined unless there is exactly one. */
export async function ehrOfSubject(
  db: Pick<LimitedQueries, 'query'>,
  { form: { subject, shape }, literals }: Prepared,
): Promise<EhrId | undefined> {
  if (!subject) return undefined
  const textOf = (node: Aql.Literal | undefined): string | null => {
    const value = node && literals[shape.nodes.indexOf(node)]
    return typeof value === 'string' ? value : null
  }
  const id = textOf(subject.id)
  const found = id === null ? [] : await db.query(bySubject, [id, textOf(subject.namespace)])
  return found.length === 1 ? found[0]?.ehr_id : undefined
}
