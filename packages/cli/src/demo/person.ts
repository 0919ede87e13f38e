/** The demo's people: a name, an address and relatives for each patient. They do not depend on the records. */
import { END, YEAR } from './calendar.ts'
import { patientId, uuidOf } from './identity.ts'
import { NAME_CULTURES, type NameCulture, STREETS, TOWNS } from './names.ts'
import type { Patient } from './patient.ts'
import { type Random, randomFor } from './random.ts'

type Sex = Patient['sex']

export interface PersonName {
  readonly given: string
  readonly family: string
  readonly isFamilyFirst: boolean
  /** The whole name in Latin letters, if the script is another. */
  readonly latin?: string
}

interface PersonIdentifier {
  readonly id: string
  readonly type: string
  readonly issuer: string
}

interface PersonAddress {
  readonly street: string
  readonly number: string
  readonly postalCode: string
  readonly town: string
}

interface Relative {
  /** The relation of the other to this person, such as `Daughter`. */
  readonly relation: string
  readonly personId: string
}

export interface DemoPerson {
  readonly personId: string
  readonly name: PersonName
  readonly sex?: Sex
  readonly born?: number
  readonly language: string
  readonly identifiers: readonly PersonIdentifier[]
  readonly address?: PersonAddress
  readonly phone?: string
  readonly relatives: readonly Relative[]
}

export const personIdOf = (number: number): string => uuidOf(`person ${patientId(number)}`)

const inItsScript = (name: string): string => name.split('/')[0] ?? name
const inLatin = (name: string): string => name.split('/').at(-1) ?? name

function nameIn(
  { female, male, family, familyOfWomen = family, isFamilyFirst = false }: NameCulture,
  sex: Sex,
  random: Random,
  ofFamily: number = random.next(),
): PersonName {
  const given = random.pick(sex === 'female' ? female : male)
  const families = sex === 'female' ? familyOfWomen : family
  const name = families[Math.floor(ofFamily * families.length)] ?? families[0]
  const latin = (isFamilyFirst ? [name, given] : [given, name]).map(inLatin).join(' ')
  const isLatin = !given.includes('/')
  return {
    given: inItsScript(given),
    family: inItsScript(name),
    isFamilyFirst,
    ...(isLatin ? {} : { latin }),
  }
}

const digits = (random: Random, count: number): string =>
  Array.from({ length: count }, () => random.whole(0, 9)).join('')

/** Numbers for fiction, which nobody is reached by. */
const phoneOf = (random: Random): string => `01632 960${digits(random, 3)}`

function addressOf(random: Random): PersonAddress {
  const [area, town] = random.pick(TOWNS)
  return {
    street: random.pick(STREETS),
    number: String(random.whole(1, 120)),
    postalCode: `${area} ${random.whole(1, 9)}XX`,
    town,
  }
}

interface Kinship {
  /** The relation by the sex of whoever it names. */
  readonly relation: Readonly<Record<Sex, string>>
  readonly reverse: Readonly<Record<Sex, string>>
  /** Years that the relative is younger. */
  readonly years: readonly [number, number]
  readonly isSameFamily: boolean
}

const CHILD = { female: 'Daughter', male: 'Son' }
const PARENT = { female: 'Mother', male: 'Father' }
const SIBLING = { female: 'Sister', male: 'Brother' }
const SPOUSE = { female: 'Wife', male: 'Husband' }

const KINSHIPS: readonly [Kinship, ...Kinship[]] = [
  { relation: SPOUSE, reverse: SPOUSE, years: [-4, 4], isSameFamily: false },
  { relation: CHILD, reverse: PARENT, years: [24, 36], isSameFamily: true },
  { relation: SIBLING, reverse: SIBLING, years: [-7, 7], isSameFamily: true },
  { relation: PARENT, reverse: CHILD, years: [-34, -23], isSameFamily: true },
]

const OLDEST = 96
const YOUNGEST = 18

/** The kinship fits if the relative is grown up and not too old. */
const fits =
  (born: number) =>
  ({ years: [least, most] }: Kinship): boolean => {
    const age = (END - born) / YEAR
    return age - most >= YOUNGEST && age - least <= OLDEST
  }

/** A patient with their relatives, who refer to each other. */
export function householdOf({ number, id, sex, born }: Patient): readonly [DemoPerson, ...DemoPerson[]] {
  const random = randomFor(`person ${number}`)
  const culture = NAME_CULTURES[(number - 1) % NAME_CULTURES.length] ?? NAME_CULTURES[0]
  const ofFamily = random.next()
  const personId = personIdOf(number)
  const address = addressOf(random)
  const patient: DemoPerson = {
    personId,
    name: nameIn(culture, sex, random, ofFamily),
    sex,
    born,
    language: culture.language,
    identifiers: [
      { id, type: 'MRN', issuer: 'demo-hospital' },
      {
        id: `999 ${digits(random, 3)} ${digits(random, 4)}`,
        type: 'Health card',
        issuer: 'demo-health-service',
      },
    ],
    address,
    phone: phoneOf(random),
    relatives: [],
  }
  const possible = KINSHIPS.filter(fits(born))
  const kinship = possible[Math.floor(random.next() * possible.length)]
  if (!kinship || random.chance(0.25)) return [patient]
  const { relation, reverse, years, isSameFamily } = kinship
  const other: Sex =
    relation === SPOUSE ? (sex === 'female' ? 'male' : 'female') : random.pick(['female', 'male'])
  const relativeId = uuidOf(`relative ${id}`)
  const relative: DemoPerson = {
    personId: relativeId,
    name: isSameFamily ? nameIn(culture, other, random, ofFamily) : nameIn(culture, other, random),
    sex: other,
    born: born + random.between(years[0], years[1]) * YEAR,
    language: culture.language,
    identifiers: [],
    ...(random.chance(0.5) ? { address } : {}),
    phone: phoneOf(random),
    relatives: [{ relation: reverse[sex], personId }],
  }
  return [{ ...patient, relatives: [{ relation: relation[other], personId: relativeId }] }, relative]
}
