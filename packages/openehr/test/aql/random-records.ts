/** Random records that queries have something to find in, for properties that any executor must have. */
import fc from 'fast-check'
import type { EhrData } from '../../src/aql/index.ts'
import type { RmObject } from '../../src/rm/index.ts'
import {
  bloodPressure,
  coded,
  composition,
  diagnosis,
  directory,
  ehr,
  node,
  panel,
  participation,
  reading,
  status,
  temperature,
  text,
  time,
  version,
} from './build.ts'

const few = <T>(each: fc.Arbitrary<T>, maxLength = 3): fc.Arbitrary<T[]> =>
  fc.array(each, { minLength: 1, maxLength, size: 'max' })
const name = fc.constantFrom('Visit 1', 'Visit 2', 'Discharge letter', '100*', 'é😀')
const instant = fc.constantFrom(
  '2024-03-01T10:00:00+01:00',
  '2024-03-01T09:00:00Z',
  '2024-03-01T09:00:00.5Z',
  '20240301T090000Z',
  '2024-03-01',
  '2024-03',
  '2023-12-31T23:59:59Z',
)
const amount = fc.constantFrom(90, 120, 120.5, 140, 150)
const maybe = <T>(each: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(each, { nil: undefined })

const event = fc.tuple(
  fc.oneof(name, fc.constant(coded('Lying', 'local', 'at0029'))),
  instant,
  maybe(amount),
  maybe(amount),
)
const entry: fc.Arbitrary<RmObject> = fc.oneof(
  fc.tuple(fc.uuid(), name, few(event)).map(([id, title, events]) =>
    bloodPressure(
      id,
      title,
      events.map(each => reading(...each)),
    ),
  ),
  fc.tuple(fc.uuid(), amount).map(([id, degrees]) => temperature(id, degrees)),
  fc
    .tuple(fc.uuid(), fc.constantFrom(text('Headache'), coded('Diabetes', 'SNOMED-CT', '73211009')))
    .map(([id, value]) => diagnosis(id, value)),
  fc
    .tuple(fc.uuid(), few(fc.tuple(name, fc.array(amount, { maxLength: 2 }))))
    .map(([id, results]) => panel(id, results)),
)
const section = fc
  .tuple(name, few(entry))
  .map(([title, items]) => node('SECTION', 'openEHR-EHR-SECTION.adhoc.v1', title, { items }))
const people = fc.array(
  fc.constantFrom(participation('Nurse Bo', 'nurse'), participation('Dr. Cy', 'consultant')),
  { maxLength: 2 },
)
const context = fc.tuple(instant, maybe(instant), people).map(([start, end, participations]) => ({
  start_time: time(start),
  ...(end !== undefined && { end_time: time(end) }),
  setting: coded('home', 'openehr', '225'),
  ...(participations.length > 0 && { participations }),
}))
const document = fc
  .tuple(
    fc.constantFrom('encounter', 'report'),
    name,
    fc.constantFrom('Dr. Ada', 'Dr. Dee'),
    maybe(context),
    few(fc.oneof(entry, section)),
  )
  .map(([archetype, title, composer, given, content]) =>
    composition(archetype, title, composer, { ...(given && { context: given }), content }),
  )

/** Versions of one object: its contents one after the other, deleted at the end or not. */
const history = fc.tuple(fc.array(document, { minLength: 1, maxLength: 2 }), fc.boolean())

const record: fc.Arbitrary<(id: string) => EhrData> = fc
  .tuple(fc.constantFrom(true, true, true, false), few(history), fc.boolean())
  .map(([queryable, histories, filed]) => id => {
    const versions: RmObject[] = [version(`${id}-status`, 1, 0, status(queryable, `p-${id}`))]
    // Commits of all objects are mixed, first versions first.
    for (const number of [1, 2, 3]) {
      for (const [at, [documents, deleted]] of histories.entries()) {
        const data = documents[number - 1]
        const ends = deleted && number === documents.length + 1
        if (data || ends) versions.push(version(`${id}-${at}`, number, versions.length, data))
      }
    }
    if (filed) versions.push(version(`${id}-dir`, 1, versions.length, directory(`${id}-0`)))
    return ehr(id, versions)
  })

/** Up to three EHRs. */
export const randomRecords: fc.Arbitrary<readonly EhrData[]> = few(record).map(makers =>
  makers.map((make, at) => make(`ehr${at}`)),
)
