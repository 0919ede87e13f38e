/** Tells by a document alone whether a query finds rows in it, without the database. */
import { type Aql, openEvaluation } from '@cairn-ehr/openehr/aql'
import { isRmObject, type RmObject } from '@cairn-ehr/openehr/rm'

/** Documents of new versions, by the numbers of their commits. */
export type NewDocuments = ReadonlyMap<number, RmObject>

const uidOf = ({ uid }: RmObject): string => (isRmObject(uid) ? String(uid['value']) : '')

/** `query`: as a plan has it for documents (`ofDocument`). The evaluator decides, as it does for all queries. */
export function hasRows(query: Aql.BoundQuery, ehrId: string, document: RmObject, now: string): boolean {
  const version = {
    _type: 'ORIGINAL_VERSION',
    uid: { _type: 'OBJECT_VERSION_ID', value: uidOf(document) },
    data: document,
  }
  const record = { ehr_id: ehrId, system_id: '', time_created: now, versions: [version] }
  const evaluation = openEvaluation(query, { now, ehr: ehrId })
  for (const _ of evaluation.add([record])) return true
  return false
}
