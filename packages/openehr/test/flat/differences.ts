/** In what writing may differ from the FLAT file that was read, each difference with its reason. */

type Flat = Readonly<Record<string, unknown>>

interface Difference {
  readonly why: string
  readonly holds: (key: string, given: Flat, written: Flat) => boolean
}

const path = (key: string): string => key.replace(/\|[^|]*$/, '')
const has = (flat: Flat, key: string): boolean => Object.hasOwn(flat, key)
const under = (flat: Flat, prefix: string): boolean => Object.keys(flat).some(key => key.startsWith(prefix))

/** Keys of the file that are not written. */
const LEFT_OUT: readonly Difference[] = [
  { why: 'ctx/ is for input: its values are written where they went', holds: key => key.startsWith('ctx/') },
  { why: 'an empty value says nothing', holds: (key, given) => given[key] === '' || given[key] === null },
  {
    why: 'the bare key is written for |value where a type has both',
    holds: (key, _, written) => key.endsWith('|value') && has(written, path(key)),
  },
  {
    why: 'an identifier is written with |id (specification: |id may be left out of input)',
    holds: (key, _, written) => has(written, `${key}|id`),
  },
  {
    why: 'the flags of an interval are written where they are not the default (specification, DV_INTERVAL)',
    holds: (key, given) =>
      (/\|(lower|upper)_unbounded$/.test(key) && given[key] === false) ||
      (/\|(lower|upper)_included$/.test(key) && given[key] === true),
  },
  {
    why: 'the terminology of an ordinal is not written where it is local',
    holds: (key, given) => /\|terminology_id$/.test(key) && given[key] === 'local',
  },
  {
    why: 'the parts of a duration are written as one ISO 8601 text',
    holds: (key, _, written) =>
      /\|(year|month|week|day|hour|minute|second)$/.test(key) && has(written, path(key)),
  },
  {
    why: 'what |raw holds is written with keys where there are keys for it',
    holds: (key, _, written) => key.endsWith('|raw') && under(written, `${path(key)}/`),
  },
]

const FILLED =
  /\/(language|encoding|territory|category|setting|composer|start_time|time2?|_end_time|_location|_health_care_facility|_participation(:\d+)?|_other_participation(:\d+)?|_work_flow_id|action_archetype_id)(\|[a-z_:0-9]+)?$/

/** Keys that the file does not have. */
const ADDED: readonly Difference[] = [
  { why: 'mandatory attributes and those of ctx/ are written out', holds: key => FILLED.test(key) },
  {
    why: 'rubric and terminology of a code come from the template or the openEHR terminology',
    holds: (key, given) => /\|(value|terminology)$/.test(key) && has(given, `${path(key)}|code`),
  },
  {
    why: 'a bare value is written under its suffix or the other way round',
    holds: (key, given) => has(given, path(key)) || has(given, `${key}|value`),
  },
  { why: 'a timing has a formalism', holds: key => key.endsWith('/timing|formalism') },
  {
    why: 'the type of a proportion follows from its denominator',
    holds: (key, given) => key.endsWith('|type') && has(given, `${path(key)}|numerator`),
  },
  {
    why: 'the quotient of a proportion is written for people',
    holds: (key, given) => has(given, `${key}|numerator`),
  },
  {
    why: 'the parts of a duration are written as one ISO 8601 text',
    holds: (key, given) => under(given, `${key}|`) && !has(given, `${key}|code`),
  },
  {
    why: 'what |raw holds is written with keys where there are keys for it',
    holds: (key, given) =>
      Object.keys(given).some(raw => raw.endsWith('|raw') && key.startsWith(`${path(raw)}/`)),
  },
]

/** Values that are not as they were. */
const CHANGED: readonly Difference[] = [
  {
    why: 'the quotient of a proportion is computed in double precision',
    holds: (key, given) => has(given, `${key}|numerator`),
  },
  {
    why: 'a partial date is written as ISO 8601 text',
    holds: (key, given) => typeof given[key] === 'object',
  },
]

const plain = (flat: Flat): Flat =>
  Object.fromEntries(Object.entries(flat).map(([key, value]) => [key.replace(/:0(?=[/|]|$)/g, ''), value]))

/** Every key that differs and that no reason covers. An index of 0 may be written or not. */
export function unexplained(givenFlat: Flat, writtenFlat: Flat): readonly string[] {
  const given = plain(givenFlat)
  const written = plain(writtenFlat)
  const without = (reasons: readonly Difference[]) => (key: string) =>
    !reasons.some(({ holds }) => holds(key, given, written))
  const missing = Object.keys(given).filter(key => !has(written, key))
  const added = Object.keys(written).filter(key => !has(given, key))
  const changed = Object.keys(given).filter(key => has(written, key) && given[key] !== written[key])
  return [
    ...missing.filter(without(LEFT_OUT)).map(key => `- ${key}`),
    ...added.filter(without(ADDED)).map(key => `+ ${key}`),
    ...changed.filter(without(CHANGED)).map(key => `~ ${key}`),
  ]
}
