/** Quantities that recur in the compositions of an EHR, as series over time. */
import {
  listAt,
  nameOf,
  nodeIdOf,
  numberAt,
  objectAt,
  type RmObject,
  textAt,
  typeOf,
} from '../../display/rm-object.ts'

interface TrendPoint {
  /** Seconds since 1970, as the chart counts. */
  readonly time: number
  readonly value: number
  /** Version uid of the composition it comes from. */
  readonly source: string
}

export interface Trend {
  readonly key: string
  readonly label: string
  /** The entry it stands in. */
  readonly group: string
  readonly unit: string
  readonly points: readonly TrendPoint[]
  /** The latest reference range that the data carry. */
  readonly range?: { readonly low?: number; readonly high?: number }
}

/** Fewer points make no trend. */
export const LEAST_POINTS = 5

const ENTRY = /^(OBSERVATION|EVALUATION|ACTION|INSTRUCTION|ADMIN_ENTRY)$/

interface Place {
  readonly path: string
  readonly group: string
  readonly time: string | undefined
  readonly source: string
  /** The text that tells a repeated group from its siblings, such as the name of an analyte. */
  readonly subject: string
}

interface Found extends Place {
  readonly label: string
  readonly quantity: RmObject
}

const VALUE_MEMBERS = new Set([
  'items',
  'item',
  'rows',
  'data',
  'events',
  'content',
  'description',
  'activities',
  'state',
  'protocol',
])

/** The first text among the elements of a cluster: laboratory archetypes put the name of the analyte there. */
function subjectOf(cluster: RmObject): string {
  for (const item of listAt(cluster, 'items')) {
    const value = objectAt(item, 'value')
    if (value && /^DV_(CODED_)?TEXT$/.test(typeOf(value))) return textAt(value, 'value') ?? ''
  }
  return ''
}

function* quantitiesIn(node: RmObject, place: Place): Generator<Found> {
  const type = typeOf(node)
  if (type === 'ELEMENT') {
    const value = objectAt(node, 'value')
    if (value && (typeOf(value) === 'DV_QUANTITY' || typeOf(value) === 'DV_COUNT'))
      yield { ...place, label: nameOf(node), quantity: value }
    return
  }
  const time = textAt(objectAt(node, 'time'), 'value') ?? place.time
  const isEntry = ENTRY.test(type)
  const here: Place = {
    ...place,
    time,
    group: isEntry ? nameOf(node) : place.group,
    subject: type === 'CLUSTER' ? subjectOf(node) : place.subject,
  }
  for (const [name, member] of Object.entries(node)) {
    if (!VALUE_MEMBERS.has(name)) continue
    for (const child of Array.isArray(member) ? member : [member]) {
      if (typeof child !== 'object' || child === null) continue
      const id = nodeIdOf(child as RmObject)
      yield* quantitiesIn(child as RmObject, { ...here, path: `${here.path}/${name}[${id}]` })
    }
  }
}

function rangeOf(quantity: RmObject): Trend['range'] {
  const range = objectAt(quantity, 'normal_range')
  const low = numberAt(objectAt(range, 'lower'), 'magnitude')
  const high = numberAt(objectAt(range, 'upper'), 'magnitude')
  if (low === undefined && high === undefined) return undefined
  return { ...(low === undefined ? {} : { low }), ...(high === undefined ? {} : { high }) }
}

function seriesOf(key: string, found: readonly Found[]): Trend {
  const points = found
    .map(({ time, quantity, source }) => ({
      time: Date.parse(time ?? '') / 1000,
      value: numberAt(quantity, 'magnitude') ?? Number.NaN,
      source,
    }))
    .filter(({ time, value }) => Number.isFinite(time) && Number.isFinite(value))
    .sort((a, b) => a.time - b.time)
  const [first] = found
  const range = found.map(({ quantity }) => rangeOf(quantity)).find(each => each !== undefined)
  const subject = first?.subject ?? ''
  return {
    key,
    label: subject === '' ? (first?.label ?? '') : subject,
    group: first?.group ?? '',
    unit: textAt(first?.quantity, 'units') ?? '',
    points,
    ...(range ? { range } : {}),
  }
}

/** Series with enough points, those with the most first. A path in two units makes two series: they share no axis. */
export function trendsOf(compositions: readonly RmObject[]): Trend[] {
  const groups = new Map<string, Found[]>()
  for (const composition of compositions) {
    const place: Place = {
      path: nodeIdOf(composition),
      group: nameOf(composition),
      time: textAt(objectAt(objectAt(composition, 'context'), 'start_time'), 'value'),
      source: textAt(objectAt(composition, 'uid'), 'value') ?? '',
      subject: '',
    }
    for (const found of quantitiesIn(composition, place)) {
      const key = [found.path, found.subject, found.label, textAt(found.quantity, 'units')].join('|')
      const series = groups.get(key)
      if (series) series.push(found)
      else groups.set(key, [found])
    }
  }
  return [...groups]
    .map(([key, found]) => seriesOf(key, found))
    .filter(({ points }) => points.length >= LEAST_POINTS)
    .sort((a, b) => b.points.length - a.points.length || a.label.localeCompare(b.label))
}
