/** Answers TERMINOLOGY(): openEHR's own terminology from the library, all others from a FHIR server, with a cache. */
import type { TerminologyAnswer } from '@cairn-ehr/openehr/aql'
import { weightedCache } from '../collections/index.ts'
import { Refusal } from '../refusal/index.ts'
import { askFhir } from './fhir.ts'
import { askOpenehr } from './openehr.ts'
import { type Question, read } from './question.ts'

export interface TerminologyNeeds {
  /** `CAIRN_TERMINOLOGY_URL`. */
  readonly url: string | undefined
  readonly now: () => number
}

export type AskTerminology = (question: Question, deadline: number) => Promise<TerminologyAnswer>

/** Value sets change with releases, not with minutes. */
const KEEP_MS = 10 * 60_000
/** Bytes of all answers that are kept; a value set may have thousands of codes. */
const MOST_BYTES = 16 * 1024 * 1024

/** An answer that is still awaited. */
const UNKNOWN_SIZE = 1000
const LONGEST_WAIT_MS = 10_000

interface Kept {
  readonly until: number
  readonly answer: Promise<TerminologyAnswer>
  readonly size: number
}

export function openTerminology({ url, now }: TerminologyNeeds): AskTerminology {
  const kept = weightedCache<string, Kept>({
    most: MOST_BYTES,
    weigh: ({ size }, key) => size + 2 * key.length,
  })
  const keep = (key: string, answer: Promise<TerminologyAnswer>): void => {
    const entry = { until: now() + KEEP_MS, answer, size: UNKNOWN_SIZE }
    kept.set(key, entry)
    answer.then(
      found => {
        if (kept.get(key) === entry) kept.set(key, { ...entry, size: 4 * JSON.stringify(found).length })
      },
      () => {
        if (kept.get(key) === entry) kept.delete(key)
      },
    )
  }
  return async (question, deadline) => {
    const { operation, service, parameters } = read(question)
    if (service === 'openehr') return askOpenehr(operation, parameters)
    if (url === undefined)
      throw new Refusal(
        'aql.invalid',
        'The query asks a terminology server, and CAIRN_TERMINOLOGY_URL names none.',
      )
    const key = `${operation}?${parameters}`
    const found = kept.get(key)
    if (found && found.until > now()) return found.answer
    const wait = Math.max(1, Math.min(LONGEST_WAIT_MS, deadline - Date.now()))
    const answer = askFhir(url, operation, parameters, AbortSignal.timeout(wait))
    keep(key, answer)
    return answer
  }
}
