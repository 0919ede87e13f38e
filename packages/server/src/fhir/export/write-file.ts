/** A file of an export: the resources of one type as lines, EHR by EHR, as fast as the reader takes them. */
import { type Caller, memberIdOf } from '../../http/index.ts'
import { Refusal } from '../../refusal/index.ts'
import type { TakeText } from '../../streams/index.ts'
import type { FhirServices } from '../needs.ts'
import { requirePatient } from '../patient/patient.ts'
import type { IdentifiedResource } from '../resource/resources-of-version.ts'
import { dateConditionIn } from '../search/date-range.ts'
import { askedContexts, runSearch } from '../search/search.ts'
import { MOST_RESOURCES, type SearchQuery } from '../search/search-query.ts'
import { type ExportOrder, queryableEhrs } from './export-store.ts'

function queryOf({ since }: ExportOrder, page: string | undefined): SearchQuery {
  const condition = since === undefined ? undefined : dateConditionIn(`ge${since}`)
  return {
    patient: undefined,
    ids: undefined,
    filters: condition ? [{ name: '_lastUpdated', kind: 'date', any: [condition] }] : [],
    count: MOST_RESOURCES,
    sort: undefined,
    includesPatient: false,
    isExplained: false,
    page,
  }
}

export interface FileCall {
  readonly caller: Caller
  readonly gone: AbortSignal
  readonly take: TakeText
}

const linesOf = (resources: readonly IdentifiedResource[]): string =>
  resources.map(each => `${JSON.stringify(each)}\n`).join('')

/** An EHR that is erased or merged meanwhile is left out. */
async function patientIfAny(
  needs: FhirServices,
  caller: Caller,
  ehrId: Parameters<typeof requirePatient>[2],
): Promise<readonly IdentifiedResource[]> {
  try {
    return [await requirePatient(needs, caller, ehrId)]
  } catch (error) {
    if (error instanceof Refusal && error.code === 'ehr.not_found') return []
    throw error
  }
}

const isSince = ({ meta }: IdentifiedResource, { since }: ExportOrder): boolean =>
  since === undefined || Date.parse(String(meta['lastUpdated'])) >= Date.parse(since)

async function writePatients(needs: FhirServices, order: ExportOrder, { caller, take }: FileCall) {
  for await (const ehrId of queryableEhrs(needs.db)) {
    const found = (await patientIfAny(needs, caller, ehrId)).filter(each => isSince(each, order))
    if (found.length > 0) await take(linesOf(found))
  }
}

export async function writeFile(
  needs: FhirServices,
  order: ExportOrder,
  type: string,
  call: FileCall,
): Promise<void> {
  if (type === 'Patient') return writePatients(needs, order, call)
  const set = await needs.mappings.inForce()
  const contexts = set.contexts.filter(each => each.type === type)
  const memberId = memberIdOf(call.caller)
  for await (const ehrId of queryableEhrs(needs.db))
    for (let page: string | undefined, isLast = false; !isLast; ) {
      const query = { ...queryOf(order, page), patient: ehrId }
      const search = { patient: ehrId, memberId, signal: call.gone, after: undefined }
      const found = await runSearch(() => needs, set, askedContexts(set, contexts, query), query, search)
      if (found.resources.length > 0) await call.take(linesOf(found.resources))
      page = found.next
      isLast = page === undefined
    }
}
