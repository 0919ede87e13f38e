/** The time of an event: a moment makes a POINT_EVENT, a period an INTERVAL_EVENT (FHIRconnect, EVENT). */
import { isJson } from '../fhir/json.ts'
import type { FhirNode } from '../fhir/node.ts'
import type { Target } from '../openehr/target.ts'
import { openehrDateTime } from '../values/time.ts'

const dateTime = (value: string) => ({ _type: 'DV_DATE_TIME', value })

const ACTUAL = {
  _type: 'DV_CODED_TEXT',
  value: 'actual',
  defining_code: { _type: 'CODE_PHRASE', terminology_id: { _type: 'TERMINOLOGY_ID', value: 'openehr' }, code_string: '640' },
}

export function writeTime(node: FhirNode, event: Target): boolean {
  if (typeof node.value === 'string') {
    const time = openehrDateTime(node.value)
    if (time === undefined) return false
    event.written = { ...(event.written as object | undefined), _type: 'POINT_EVENT', time: dateTime(time) }
    return true
  }
  if (node.type !== 'Period' || !isJson(node.value)) return false
  const [start, end] = [moment(node.value['start']), moment(node.value['end'])]
  const time = end ?? start
  if (time === undefined) return false
  const width = start === undefined || end === undefined ? undefined : widthBetween(start, end)
  event.written = {
    ...(event.written as object | undefined),
    _type: 'INTERVAL_EVENT',
    time: dateTime(time),
    ...(width === undefined ? {} : { width: { _type: 'DV_DURATION', value: width } }),
    math_function: ACTUAL,
  }
  return true
}

const moment = (value: unknown): string | undefined => (typeof value === 'string' ? openehrDateTime(value) : undefined)

/** Whole days, hours, minutes and seconds between two times. */
function widthBetween(start: string, end: string): string | undefined {
  const stamp = (text: string) => Date.parse(/(Z|[+-]\d{2}:\d{2})$/.test(text) ? text : `${text}Z`)
  let left = Math.round((stamp(end) - stamp(start)) / 1000)
  if (!Number.isFinite(left) || left < 0) return undefined
  const parts = [86_400, 3_600, 60, 1].map(unit => {
    const count = Math.floor(left / unit)
    left -= count * unit
    return count
  })
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts
  const time = [hours ? `${hours}H` : '', minutes ? `${minutes}M` : '', seconds ? `${seconds}S` : ''].join('')
  const text = `P${days ? `${days}D` : ''}${time === '' ? '' : `T${time}`}`
  return text === 'P' ? 'PT0S' : text
}
