/** Compares results with the expected files of an engine that chose ids, defaults and order for itself. */

export type Json = unknown

const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const ZONE = /(T\d{2}:\d{2}:\d{2})(?:\.0+)?(?:Z|[+-]\d{2}:\d{2})$/

const LEFT_OUT_RM = new Set(['uid', 'rm_version', 'composer', 'health_care_facility', 'provider', 'participations', 'other_participations', 'encoding', 'setting', 'origin', 'match', 'language', 'territory'])

/** A composition reduced to what a mapping says: values by node id and name. */
export function plainRm(value: Json): Json {
  if (Array.isArray(value)) return value.map(plainRm).filter(each => each !== undefined)
  if (typeof value === 'string') return value.replace(ZONE, '$1')
  if (!isObject(value)) return value
  const made: Record<string, Json> = {}
  for (const [key, each] of Object.entries(value)) {
    if (LEFT_OUT_RM.has(key) || key === 'archetype_details' || key === 'subject') continue
    if (key === '_type' && /^(CODE_PHRASE|TERMINOLOGY_ID|POINT_EVENT|INTERVAL_EVENT|EVENT_CONTEXT)$/.test(String(each))) continue
    const plain = plainRm(each)
    if (plain !== undefined) made[key] = plain
  }
  const keys = Object.keys(made).filter(key => !/^(_type|name|archetype_node_id)$/.test(key))
  return keys.length === 0 && value['archetype_node_id'] !== undefined ? undefined : made
}

/** A resource with what it contains put in place of the references to it. */
export function plainFhir(value: Json, contained: Record<string, Json> = {}): Json {
  if (Array.isArray(value)) return value.map(each => plainFhir(each, contained))
  if (typeof value === 'string') return value.replace(ZONE, '$1')
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

/** Lines that say where two values differ; lists are compared without their order. */
export function differences(ours: Json, theirs: Json, path = ''): readonly string[] {
  if (Array.isArray(ours) && Array.isArray(theirs)) return listDifferences(ours, theirs, path)
  if (isObject(ours) && isObject(theirs)) {
    const names = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].sort()
    return names.flatMap(name => differences(ours[name], theirs[name], `${path}/${name}`))
  }
  return ours === theirs ? [] : [`${path}: ours ${short(ours)}, theirs ${short(theirs)}`]
}

const short = (value: Json): string => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 160 ? `${text.slice(0, 160)}…` : text
}

function listDifferences(ours: readonly Json[], theirs: readonly Json[], path: string): readonly string[] {
  const left = [...theirs]
  const lines: string[] = []
  for (const [at, one] of ours.entries()) {
    const ranked = left.map(each => differences(one, each, `${path}[${at}]`))
    const best = ranked.reduce((found, each, index) => (each.length < (ranked[found]?.length ?? Infinity) ? index : found), -1)
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
