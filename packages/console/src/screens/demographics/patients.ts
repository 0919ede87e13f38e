/** People as lists of records show them. Asked for only by those who may see people. */
import { type CairnClient, isCairnError } from '@cairn-ehr/client'

export interface PatientFacts {
  readonly personUid: string
  readonly ehrUid?: string
  /** Empty where the definition of the archetype finds none. */
  readonly name: string
  readonly birthDate?: string
  readonly sex?: string
  readonly identifiers: readonly {
    readonly value: string
    readonly type?: string
    readonly issuer?: string
  }[]
  readonly reasons?: readonly { readonly criterion: string; readonly asked?: string; readonly how: string }[]
}

/** Most ids of one request. */
const MOST_IDS = 100

/** People are an addition: a reader who may not see them sees the record without. */
const noneIfRefused = (error: unknown): readonly PatientFacts[] => {
  if (isCairnError(error) && error.status === 403) return []
  throw error
}

const groupsOf = (ids: readonly string[]): string[][] => {
  const unique = [...new Set(ids)]
  return Array.from({ length: Math.ceil(unique.length / MOST_IDS) }, (_, index) =>
    unique.slice(index * MOST_IDS, (index + 1) * MOST_IDS),
  )
}

type IdList = 'ehr_uid' | 'person_uid'

/** One request for a page. */
async function byIds(
  cairn: CairnClient,
  list: IdList,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<readonly PatientFacts[]> {
  const answers = await Promise.all(
    groupsOf(ids).map(group =>
      cairn.demographic
        .personFind({ [list]: group.join(',') }, { signal })
        .then(({ data }): readonly PatientFacts[] => data, noneIfRefused),
    ),
  )
  return answers.flat()
}

export type People = ReadonlyMap<string, PatientFacts>

/** The people of EHRs, by the id of the EHR. */
export const patientsOf = async (
  cairn: CairnClient,
  ehrIds: readonly string[],
  signal: AbortSignal,
): Promise<People> =>
  new Map((await byIds(cairn, 'ehr_uid', ehrIds, signal)).map(each => [each.ehrUid ?? '', each]))

/** The id that a person was asked for by: another, if that person was merged into this one. */
const askedUid = ({ personUid, reasons = [] }: PatientFacts): string =>
  reasons.find(({ criterion }) => criterion === 'person_uid')?.asked ?? personUid

/** People by their own ids. */
export const peopleOf = async (
  cairn: CairnClient,
  personIds: readonly string[],
  signal: AbortSignal,
): Promise<People> =>
  new Map((await byIds(cairn, 'person_uid', personIds, signal)).map(each => [askedUid(each), each]))

export interface PersonWords {
  readonly name?: string
  readonly birth_date?: string
  readonly identifier?: string
}

const DAY_FIRST = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/
const YEAR_FIRST = /^(?:18|19|20)\d\d(?:-\d\d(?:-\d\d)?)?$/
const LETTER = /\p{L}/u
const DIGIT = /\p{N}/u

/** A birth date as people type it: `1950-02-03`, `3.2.1950`, a month or a year. */
function birthDateOf(word: string): string | undefined {
  const [, day, month, year] = DAY_FIRST.exec(word) ?? []
  if (day !== undefined && month !== undefined)
    return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return YEAR_FIRST.test(word) ? word : undefined
}

/** A typed text as a search for people: a birth date among the words of a name, or a number alone. */
export function personWords(text: string): PersonWords | undefined {
  const words = text.trim().split(/\s+/)
  const birth = words.map(birthDateOf).find(each => each !== undefined)
  const others = words.filter(word => birthDateOf(word) === undefined)
  const rest = others.join(' ')
  if (others.length > 0 && others.every(word => DIGIT.test(word))) return { identifier: rest }
  const named = rest !== '' && LETTER.test(rest)
  if (!named && birth === undefined) return undefined
  return { ...(named ? { name: rest } : {}), ...(birth === undefined ? {} : { birth_date: birth }) }
}

/** The people that a typed text finds, the best first. */
export async function findPatients(
  cairn: CairnClient,
  text: string,
  limit: number,
  signal: AbortSignal,
): Promise<readonly PatientFacts[]> {
  const words = personWords(text)
  if (!words) return []
  return cairn.demographic
    .personFind({ ...words, limit }, { signal })
    .then(({ data }): readonly PatientFacts[] => data, noneIfRefused)
}
