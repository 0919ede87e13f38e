/** Finds the resources of each section of a summary, by the searches that a client would make. */
import type { WalPosition } from '../../db/reads/index.ts'
import { type Caller, memberIdOf } from '../../http/index.ts'
import type { EhrId } from '../../ids/index.ts'
import type { FhirNeeds } from '../needs.ts'
import type { IdentifiedResource } from '../resource/resources-of-version.ts'
import { askedContexts, runSearch } from '../search/search.ts'
import type { SearchQuery } from '../search/search-query.ts'
import type { FilledSection } from './document.ts'
import { isInError, SECTIONS, type SummarySection } from './sections.ts'

export interface SummaryCall {
  readonly ehrId: EhrId
  readonly signal: AbortSignal
  readonly after: WalPosition | undefined
}

/** Resources that a section looks at, the newest first. */
const MOST_LOOKED_AT = 500

/** Resources that a section shows. */
const MOST_SHOWN = 100

const queryOf = (ehrId: EhrId, { category }: SummarySection): SearchQuery => ({
  patient: ehrId,
  ids: undefined,
  filters:
    category === undefined
      ? []
      : [{ name: 'category', kind: 'token', any: [{ system: undefined, code: category }] }],
  count: MOST_LOOKED_AT,
  sort: { by: 'date', isDescending: true },
  includesPatient: false,
  isExplained: false,
  page: undefined,
})

/** The newest of each code; they are sorted by time already. */
function newestByCode(resources: readonly IdentifiedResource[]): readonly IdentifiedResource[] {
  const newest = new Map<string, IdentifiedResource>()
  for (const each of resources) {
    const key = JSON.stringify(each['code'])
    if (!newest.has(key)) newest.set(key, each)
  }
  return [...newest.values()]
}

async function resourcesFor(
  needs: FhirNeeds,
  caller: Caller,
  section: SummarySection,
  types: readonly string[],
  { ehrId, signal, after }: SummaryCall,
): Promise<readonly IdentifiedResource[]> {
  const set = await needs.mappings.inForce()
  const query = queryOf(ehrId, section)
  const contexts = set.contexts.filter(({ type }) => types.includes(type))
  const asked = askedContexts(set, contexts, query)
  const call = { patient: ehrId, memberId: memberIdOf(caller), signal, after }
  const { resources } = await runSearch(type => needs.narrowTo([type], 's'), set, asked, query, call)
  const { keeps = () => true, isByCode } = section
  const own = resources.filter(each => keeps(each) && !isInError(each))
  return (isByCode ? newestByCode(own) : own).slice(0, MOST_SHOWN)
}

/** Sections without an entry are left out, but for those that a summary must have. */
export async function fillSections(
  needs: FhirNeeds,
  caller: Caller,
  call: SummaryCall,
): Promise<readonly FilledSection[]> {
  const filled: FilledSection[] = []
  for (const section of SECTIONS) {
    const types = section.types.filter(type => needs.reaches(type, 's'))
    const isOpen = types.length > 0
    const resources = isOpen ? await resourcesFor(needs, caller, section, types, call) : []
    if (resources.length > 0 || section.isRequired) filled.push({ section, resources, isOpen })
  }
  return filled
}
