/** Codes of a value set whose names fit what somebody types: for fields of forms. */
import { Refusal } from '../refusal/index.ts'
import { type Concept, conceptsOf, fetchFhir, readAs } from './fhir.ts'
import { usualNameOf } from './systems.ts'
import type { ValueSet } from './value-set.ts'

export interface WantedCodes {
  readonly valueSet: ValueSet
  /** A part of a name; empty: the first codes of the set. */
  readonly filter: string
  readonly count: number
  /** BCP 47, of the names. */
  readonly language: string | undefined
}

export interface OfferedCode {
  readonly code: string
  /** As records name it. */
  readonly terminology: string
  readonly display: string
}

/** Somebody waits for the list while typing. */
const LONGEST_WAIT_MS = 5000

const refuse = (said: string): Refusal =>
  new Refusal('terminology.unknown', `The terminology server refused the value set: ${said}`)

/** FHIR knows no URL for all codes of a system, so the set is described. */
const describedSet = (system: string, parameters: readonly object[]): object => ({
  resourceType: 'Parameters',
  parameter: [
    {
      name: 'valueSet',
      resource: { resourceType: 'ValueSet', status: 'active', compose: { include: [{ system }] } },
    },
    ...parameters,
  ],
})

const offered = ({ system, code, display }: Concept): OfferedCode[] =>
  system === undefined || code === undefined
    ? []
    : [{ code, terminology: usualNameOf(system), display: display ?? code }]

/** The expansion by GET where the set has a URL, which proxies may keep, and by POST where it is described. */
function expansionOf(
  address: string,
  { valueSet, filter, count, language }: WantedCodes,
  signal: AbortSignal,
) {
  const texts = { ...(filter && { filter }), ...(language && { displayLanguage: language }) }
  if ('url' in valueSet) {
    const query = new URLSearchParams({ url: valueSet.url, count: String(count), ...texts })
    return fetchFhir(`${address}?${query}`, { signal, refuse })
  }
  const body = describedSet(valueSet.system, [
    { name: 'count', valueInteger: count },
    ...(filter ? [{ name: 'filter', valueString: filter }] : []),
    ...(language ? [{ name: 'displayLanguage', valueCode: language }] : []),
  ])
  return fetchFhir(address, { signal, refuse, body })
}

export async function offerCodes(baseUrl: string, wanted: WantedCodes): Promise<OfferedCode[]> {
  const signal = AbortSignal.timeout(LONGEST_WAIT_MS)
  const expansion = await expansionOf(`${baseUrl}/ValueSet/$expand`, wanted, signal)
  return readAs(() => conceptsOf(expansion).flatMap(offered).slice(0, wanted.count))
}
