/**
 * Records without identity, for researchers: no subject, no names, no free text, dates shifted by some days of each EHR, ids replaced.
 * Only what is listed here is kept, so that nothing gets through because nobody thought of it.
 */
import { createHmac } from 'node:crypto'
import type { EhrData } from '@cairn-ehr/openehr/aql'

/** Texts that say nothing about a person, by attribute. */
const KEPT_TEXTS: ReadonlySet<string> = new Set([
  '_type',
  'archetype_node_id',
  'code_string',
  'preferred_term',
  'units',
  'units_system',
  'magnitude_status',
  'rm_version',
  'system_id',
  'namespace',
  'type',
  'match',
])

/** Classes whose `value` says nothing about a person: codes, ids of definitions, lengths of time, times of the day. */
const KEPT_VALUES: ReadonlySet<string> = new Set([
  'DV_CODED_TEXT',
  'DV_DURATION',
  'DV_TIME',
  'TERMINOLOGY_ID',
  'ARCHETYPE_ID',
  'TEMPLATE_ID',
])

const DATES: ReadonlySet<string> = new Set(['DV_DATE', 'DV_DATE_TIME'])

const IDS: ReadonlySet<string> = new Set(['HIER_OBJECT_ID', 'OBJECT_VERSION_ID', 'GENERIC_ID'])

/** Of parties only the class and the relationship to the patient stay. */
const PARTIES: ReadonlySet<string> = new Set(['PARTY_SELF', 'PARTY_IDENTIFIED', 'PARTY_RELATED'])

/** Origins of the data, and references out of the record. */
const DROPPED: ReadonlySet<string> = new Set([
  'feeder_audit',
  'links',
  'signature',
  'workflow_id',
  'guideline_id',
  'external_ref',
  'hyperlink',
])

/** Classes of attributes that have only one, where the data do not say it; of any other, an object without a class loses its texts. */
const ONLY_CLASS: Readonly<Record<string, string>> = {
  name: 'DV_TEXT',
  terminology_id: 'TERMINOLOGY_ID',
  archetype_id: 'ARCHETYPE_ID',
  template_id: 'TEMPLATE_ID',
  origin: 'DV_DATE_TIME',
  time: 'DV_DATE_TIME',
  start_time: 'DV_DATE_TIME',
  end_time: 'DV_DATE_TIME',
  time_committed: 'DV_DATE_TIME',
  width: 'DV_DURATION',
}

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const DAY_MS = 86_400_000

const LONGEST_SHIFT = 365

/** Days that all dates of an EHR are moved back by: the same in each query, so that distances in time stay. */
const daysOf = (key: string, ehrId: string): number =>
  1 + (createHmac('sha256', key).update(`days ${ehrId}`).digest().readUInt32BE(0) % LONGEST_SHIFT)

const pad = (number: number, length: number): string => String(number).padStart(length, '0')

const DATE = /^(\d{4})(-?)(?:(\d\d)(?:-?(\d\d))?)?(.*)$/s

/** A date without its day or month is moved from its middle, and stays as exact as it was. */
export function shiftDate(text: string, days: number): string | undefined {
  const [, year, dash = '', month, day, rest = ''] = DATE.exec(text) ?? []
  if (year === undefined) return undefined
  const from = Date.UTC(Number(year), Number(month ?? '7') - 1, Number(day ?? '15'))
  const to = new Date(from - days * DAY_MS)
  const parts = [pad(to.getUTCFullYear(), 4)]
  if (month !== undefined) parts.push(pad(to.getUTCMonth() + 1, 2))
  if (day !== undefined) parts.push(pad(to.getUTCDate(), 2))
  return `${parts.join(dash)}${rest}`
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

/** Another UUID for each, the same in each query, so that references still lead to what they mean. */
function replaceIds(key: string, text: string): string | undefined {
  const replaced = text.replace(UUID, id => {
    const hex = createHmac('sha256', key).update(`id ${id.toLowerCase()}`).digest('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  })
  // An id that is no UUID may be a number of the patient elsewhere.
  return replaced === text ? undefined : replaced
}

interface Shift {
  readonly key: string
  readonly days: number
}

function cleanText(text: string, attribute: string, type: string, of: Shift): string | undefined {
  if (attribute !== 'value') return KEPT_TEXTS.has(attribute) ? text : undefined
  if (DATES.has(type)) return shiftDate(text, of.days)
  if (IDS.has(type)) return replaceIds(of.key, text)
  return KEPT_VALUES.has(type) ? text : undefined
}

function cleanObject(object: Json, attribute: string, of: Shift): Json {
  const onlyClass = Object.hasOwn(ONLY_CLASS, attribute) ? ONLY_CLASS[attribute] : undefined
  const type = String(object['_type'] ?? onlyClass ?? '')
  if (PARTIES.has(type))
    return isObject(object['relationship'])
      ? { _type: type, relationship: cleanObject(object['relationship'], 'relationship', of) }
      : { _type: type }
  const isName = attribute === 'name' && type === 'DV_TEXT'
  const members = Object.entries(object).flatMap(([name, value]): [string, unknown][] => {
    if (DROPPED.has(name)) return []
    // The name of a node is that of its template; paths of queries need it.
    const cleaned = isName && name === 'value' ? value : cleanMember(value, name, type, of)
    return cleaned === undefined ? [] : [[name, cleaned]]
  })
  return Object.fromEntries(members)
}

function cleanMember(value: unknown, attribute: string, type: string, of: Shift): unknown {
  if (typeof value === 'string') return cleanText(value, attribute, type, of)
  if (Array.isArray(value))
    return value.flatMap(each => {
      const cleaned = cleanMember(each, attribute, type, of)
      return cleaned === undefined ? [] : [cleaned]
    })
  return isObject(value) ? cleanObject(value, attribute, of) : value
}

/** The id that an EHR has without identity. */
export const replacedEhrId = (key: string, ehrId: string): string => replaceIds(key, ehrId) ?? ''

/** `key` is secret: who has it could undo the shift and the ids. */
export function deidentify(record: EhrData, key: string): EhrData {
  const of = { key, days: daysOf(key, record.ehr_id) }
  const cleaned = (versions: readonly object[]) =>
    versions.map(version => cleanObject(version as Json, 'version', of)) as unknown as EhrData['versions']
  return {
    ehr_id: replacedEhrId(key, record.ehr_id),
    system_id: record.system_id,
    time_created: shiftDate(record.time_created, of.days) ?? '',
    versions: cleaned(record.versions),
    ...(record.linked ? { linked: cleaned(record.linked) } : {}),
  }
}
