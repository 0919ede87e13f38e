/** The time of an event: a moment makes a POINT_EVENT, a period an INTERVAL_EVENT (FHIRconnect, EVENT). */
import { isJson } from '../fhir/json.ts'
import type { FhirNode } from '../fhir/node.ts'
import type { Target } from '../openehr/target.ts'
import { openehrDateTime } from '../values/time.ts'

const dateTime = (value: string) => ({ _type: 'DV_DATE_TIME', value })

const ACTUAL = {
  _type: 'DV_CODED_TEXT',
  value: 'actual',
  defining_code: {
    _type: 'CODE_PHRASE',
    terminology_id: { _type: 'TERMINOLOGY_ID', value: 'openehr' },
    code_string: '640',
  },
}

export function writeTime(node: FhirNode, event: Target): boolean {
  const written = timeOf(node, event)
  if (written === undefined) return false
  // A time that an earlier mapping wrote by its own path is replaced.
  const others = event.children.filter(({ attribute }) => attribute !== 'time' && attribute !== 'width')
  event.children.splice(0, event.children.length, ...others)
  event.written = written
  return true
}

function timeOf(node: FhirNode, event: Target): Record<string, unknown> | undefined {
  if (typeof node.value === 'string') {
    const time = openehrDateTime(node.value)
    if (time === undefined) return undefined
    return { ...(event.written as object | undefined), _type: 'POINT_EVENT', time: dateTime(time) }
  }
  if (node.type !== 'Period' || !isJson(node.value)) return undefined
  const [start, end] = [moment(node.value['start']), moment(node.value['end'])]
  const time = end ?? start
  if (time === undefined) return undefined
  const width = start === undefined || end === undefined ? undefined : widthBetween(start, end)
  return {
    ...(event.written as object | undefined),
    _type: 'INTERVAL_EVENT',
    time: dateTime(time),
    ...(width === undefined ? {} : { width: { _type: 'DV_DURATION', value: width } }),
    math_function: ACTUAL,
  }
}

const moment = (value: unknown): string | undefined =>
  typeof value === 'string' ? openehrDateTime(value) : undefined

/** The exact time between two moments: days differ in length where clocks change. */
function widthBetween(start: string, end: string): string | undefined {
  const stamp = (text: string) => Date.parse(/(Z|[+-]\d{2}:\d{2})$/.test(text) ? text : `${text}Z`)
  const seconds = Math.round((stamp(end) - stamp(start)) / 1000)
  if (!Number.isFinite(seconds) || seconds < 0) return undefined
  if (seconds === 0) return 'PT0S'
  const part = (value: number, unit: string) => (value === 0 ? '' : `${value}${unit}`)
  return `PT${part(Math.floor(seconds / 3600), 'H')}${part(Math.floor(seconds / 60) % 60, 'M')}${part(seconds % 60, 'S')}`
}
