/** Finds the rows of a query in a document alone, without the database. */
import { type Aql, openEvaluation } from '@cairn-ehr/openehr/aql'
import { isRmObject, type RmObject } from '@cairn-ehr/openehr/rm'

/** Documents of new versions, by the numbers of their commits. */
export type NewDocuments = ReadonlyMap<number, RmObject>

const uidOf = ({ uid }: RmObject): string => (isRmObject(uid) ? String(uid['value']) : '')

interface RowOptions {
  readonly ehrId: string
  readonly now: string
  /** Called for each candidate and each row. */
  readonly tick?: () => void
}

/** `query`: as a plan has it for documents (`ofDocument`). The evaluator decides, as it does for all queries. */
export function rowsInDocument(
  query: Aql.BoundQuery,
  document: RmObject,
  { ehrId, ...options }: RowOptions,
): Iterable<readonly unknown[]> {
  const version = {
    _type: 'ORIGINAL_VERSION',
    uid: { _type: 'OBJECT_VERSION_ID', value: uidOf(document) },
    data: document,
  }
  const record = { ehr_id: ehrId, system_id: '', time_created: options.now, versions: [version] }
  return openEvaluation(query, { ...options, ehr: ehrId }).add([record])
}

export function hasRows(query: Aql.BoundQuery, ehrId: string, document: RmObject, now: string): boolean {
  for (const _ of rowsInDocument(query, document, { ehrId, now })) return true
  return false
}
