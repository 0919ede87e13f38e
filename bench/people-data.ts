/** Many invented people, as their commits would have entered them. Few names are frequent, and most are rare, as in life. */

import { type Database, sql } from '../packages/server/src/db/index.ts'
import { keysOf, sliceKeysOf } from '../packages/server/src/demographic/finding/keys.ts'
import { plainTermsOf, termsOf } from '../packages/server/src/demographic/finding/terms.ts'
import { checkpoint } from './bytes.ts'
import { mulberry32, uuidOf } from './layout-data.ts'

const BATCH = 2000
const SYLLABLES =
  'ka lo mi sen tor ba ri no wi ste fan du che ro la ma ty gu pe xi zo hart ber vil ske'.split(' ')

const FAMILIES = 100_000
const GIVEN = 4000

/** The name with this number; different numbers have different names. */
function nameAt(number: number): string {
  let rest = number
  let name = ''
  do {
    name += SYLLABLES[rest % SYLLABLES.length] ?? ''
    rest = Math.floor(rest / SYLLABLES.length)
  } while (rest > 0)
  return `${name}n`
}

/** Zipf's law: the tenth name is a tenth as frequent as the first. */
const frequent = (random: number, count: number): number => Math.floor(count ** random) - 1

export interface InventedPerson {
  readonly family: string
  readonly given: string
  readonly born: string
  readonly number: string
}

export function inventedPerson(next: () => number, at: number): InventedPerson {
  const day = new Date(Date.UTC(1925, 0, 1) + Math.floor(next() * 36_500) * 86_400_000)
  return {
    family: nameAt(frequent(next(), FAMILIES)),
    given: nameAt(frequent(next(), GIVEN)),
    born: day.toISOString().slice(0, 10),
    number: String(1_000_000_000 + at),
  }
}

const insert = sql<never, [rows: string]>({
  name: 'bench.people',
  text: `insert into cairn_party.person_entry (ehr_id, template_id, archetype_id, revision, name, birth_date, sex,
           born_from, born_to, name_terms, address_terms, identifiers, keys)
         select ehr_id, 'Person', 'bench', 0, name, born, 'female', born::date, born::date, name_terms, address_terms,
           identifiers, keys
         from jsonb_to_recordset($1::jsonb) as r (ehr_id uuid, name text, born text, name_terms text[], address_terms text[],
           identifiers jsonb, keys integer[])`,
})

export const townOf = (at: number): string => nameAt(at % 700)

function rowOf(next: () => number, at: number): object {
  const { family, given, born, number } = inventedPerson(next, at)
  const nameTerms = termsOf([given, family])
  const addressTerms = plainTermsOf([`${at % 200} ${nameAt(at % 5000)} street`, townOf(at)])
  const identifiers = [{ value: number, type: 'number', plain: number }]
  const ehr_id = uuidOf(`person ${at}`)
  const found = keysOf({ nameTerms, addressTerms, birthDate: born, identifiers })
  const keys = [...found, ...sliceKeysOf(ehr_id)]
  return {
    ehr_id,
    name: `${given} ${family}`,
    born,
    name_terms: nameTerms,
    address_terms: addressTerms,
    identifiers,
    keys,
  }
}

/** Adds people until there are so many. */
export async function loadPeople(db: Database, from: number, to: number): Promise<void> {
  const next = mulberry32(35 + from)
  // The next batch is made while the database writes the one before.
  let written: Promise<unknown> = Promise.resolve()
  for (let first = from; first < to; first += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, to - first) }, (_, at) => rowOf(next, first + at))
    await written
    written = db.execute(insert, [JSON.stringify(rows)])
  }
  await written
  await db.execute(
    sql({ name: 'bench.analyze', text: 'vacuum analyze cairn_party.person_entry', prepare: false }),
  )
  // Pages of the load that wait to be written are not of the requests that are measured.
  await db.execute(checkpoint)
}
