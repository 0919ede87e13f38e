/** Finds the rows of a query in a document alone, without the database. */
import { type Aql, openEvaluation } from '@cairn-ehr/openehr/aql'
import { isRmObject, type RmObject } from '@cairn-ehr/openehr/rm'

const uidOf = ({ uid }: RmObject): string => (isRmObject(uid) ? String(uid['value']) : '')

/** Finds the rows of a document. `tick` is called for each candidate and each row. */
export type DocumentRows = (
  ehrId: string,
  document: RmObject,
  tick?: () => void,
) => Iterable<readonly unknown[]>

/** No query of documents alone depends on the time. */
const NO_TIME = '1970-01-01T00:00:00Z'

/**
 * `query`: as a plan has it for documents (`ofDocument`). The evaluator decides, as it does for all queries; it is prepared once for all documents,
 * which takes longer than to look at one.
 */
export function openDocumentRows(query: Aql.BoundQuery): DocumentRows {
  let tickOf: (() => void) | undefined
  const evaluation = openEvaluation(query, { now: NO_TIME, tick: () => tickOf?.() })
  return (ehrId, document, tick) => {
    tickOf = tick
    const version = {
      _type: 'ORIGINAL_VERSION',
      uid: { _type: 'OBJECT_VERSION_ID', value: uidOf(document) },
      data: document,
    }
    return evaluation.add([{ ehr_id: ehrId, system_id: '', time_created: NO_TIME, versions: [version] }])
  }
}
