/** Compares results with the expected files of an engine that chose ids, defaults and order for itself. */

export type Json = unknown

/** The time of a run, where nothing is mapped to a mandatory time. */
export const NOW = '2001-01-01T00:00:00Z'
const DEFAULT_TIME = '2001-01-01T01:00:00'

const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const ZONED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/
const BERLIN = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Berlin',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** The other engine writes times of its machine's zone, and without the zone in compositions. */
const localTime = (text: string): string =>
  ZONED.test(text) ? BERLIN.format(new Date(text)).replace(' ', 'T') : text

const LEFT_OUT_RM = new Set([
  'uid',
  'rm_version',
  'composer',
  'health_care_facility',
  'provider',
  'participations',
  'other_participations',
  'encoding',
  'setting',
  'origin',
  'match',
  'language',
  'territory',
])

/** A composition reduced to what a mapping says: values by node id and name. */
export function plainRm(value: Json): Json {
  if (Array.isArray(value)) return value.map(plainRm).filter(each => each !== undefined)
  if (typeof value === 'string') return localTime(value).trim()
  if (!isObject(value)) return value
  const made: Record<string, Json> = {}
  for (const [key, each] of Object.entries(value)) {
    if (LEFT_OUT_RM.has(key) || key === 'archetype_details' || key === 'subject') continue
    if (
      key === '_type' &&
      /^(CODE_PHRASE|TERMINOLOGY_ID|POINT_EVENT|INTERVAL_EVENT|EVENT_CONTEXT)$/.test(String(each))
    )
      continue
    const plain = plainRm(each)
    if (plain !== undefined) made[key] = plain
  }
  const keys = Object.keys(made).filter(key => !/^(_type|name|archetype_node_id)$/.test(key))
  return keys.length === 0 && value['archetype_node_id'] !== undefined ? undefined : made
}

/** A resource with what it contains put in place of the references to it. */
export function plainFhir(value: Json, contained: Record<string, Json> = {}): Json {
  if (Array.isArray(value)) {
    // The other engine repeats some codes of a list.
    const items = value.map(each => plainFhir(each, contained))
    return items.filter((each, at) => typeof each !== 'string' || items.indexOf(each) === at)
  }
  if (typeof value === 'string') return localTime(value)
  if (!isObject(value)) return value
  const inner = { ...contained }
  for (const each of Array.isArray(value['contained']) ? value['contained'] : [])
    if (isObject(each)) inner[`#${String(each['id'])}`] = each
  const made: Record<string, Json> = {}
  for (const [key, each] of Object.entries(value)) {
    if (key === 'contained' || (key === 'id' && value['resourceType'] !== undefined)) continue
    if (key === 'reference' && typeof each === 'string' && inner[each] !== undefined) {
      const resource = plainFhir(inner[each], inner) as Record<string, Json>
      const names = Object.keys(resource)
      const [only] = Array.isArray(resource['identifier']) ? resource['identifier'] : []
      if (names.length === 2 && only !== undefined) made['identifier'] = only
      else made['resource'] = resource
      continue
    }
    made[key] = plainFhir(each, inner)
  }
  return made
}

/** Parts that the specification asks for and the other engine leaves out: compared where it has them. */
const OURS_ALONE = new Set(['_type', 'preferred_term', 'null_reason', 'version'])

/** Lines that say where two values differ; lists are compared without their order. */
export function differences(ours: Json, theirs: Json, path = ''): readonly string[] {
  if (Array.isArray(ours) && Array.isArray(theirs)) return listDifferences(ours, theirs, path)
  if (isObject(ours) && isObject(theirs)) {
    const names = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].sort()
    return names
      .filter(name => !(OURS_ALONE.has(name) && theirs[name] === undefined))
      .flatMap(name => differences(ours[name], theirs[name], `${path}/${name}`))
  }
  return ours === theirs || (path === '/context/start_time/value' && isSameDay(ours, theirs))
    ? []
    : [`${path}: ours ${short(ours)}, theirs ${short(theirs)}`]
}

/** The other engine cuts the start time to the day, and takes its clock's time where nothing is mapped to it. */
const isSameDay = (ours: Json, theirs: Json): boolean =>
  ours === DEFAULT_TIME ||
  (typeof theirs === 'string' && theirs.endsWith('T00:00:00') && String(ours).startsWith(theirs.slice(0, 10)))

const short = (value: Json): string => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 160 ? `${text.slice(0, 160)}…` : text
}

function listDifferences(ours: readonly Json[], theirs: readonly Json[], path: string): readonly string[] {
  const left = [...theirs]
  const lines: string[] = []
  for (const [at, one] of ours.entries()) {
    const ranked = left.map(each => differences(one, each, `${path}[${at}]`))
    const best = ranked.reduce(
      (found, each, index) => (each.length < (ranked[found]?.length ?? Infinity) ? index : found),
      -1,
    )
    const nearest = ranked[best]
    if (nearest === undefined || !alike(one, left[best])) {
      lines.push(`${path}[${at}]: ours ${short(one)}, theirs nothing`)
      continue
    }
    lines.push(...nearest)
    left.splice(best, 1)
  }
  return [...lines, ...left.map(each => `${path}: ours nothing, theirs ${short(each)}`)]
}

/** Nodes of an archetype are compared with nodes of the same id. */
const alike = (a: Json, b: Json): boolean =>
  !isObject(a) || !isObject(b) || a['archetype_node_id'] === b['archetype_node_id']

/**
 * The time of an interval event is its trailing edge (RM 1.1, EVENT.time). The other engine writes the start of the period
 * there, so that its compositions are changed before they are mapped or compared.
 */
export function withTrailingEdge(value: Json): Json {
  if (Array.isArray(value)) return value.map(withTrailingEdge)
  if (!isObject(value)) return value
  const made = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withTrailingEdge(each)]))
  const { time, width } = made
  if (!isObject(time) || !isObject(width)) return made
  const [, hours = '0', minutes = '0', seconds = '0'] =
    /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(String(width['value'])) ?? []
  const length = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
  const end = new Date(Date.parse(`${String(time['value'])}Z`) + length).toISOString().slice(0, 19)
  return { ...made, time: { ...time, value: end } }
}
