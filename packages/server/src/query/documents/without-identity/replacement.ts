/** The secret changes of one EHR: the days that its dates are moved by, and the ids that stand for its own. */
import { createHmac } from 'node:crypto'
import { isUuid, parseDate, parseDateTime } from '@cairn-ehr/openehr/rm'

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
  if (year === undefined || !(parseDate(text) ?? parseDateTime(text))) return undefined
  const from = Date.UTC(Number(year), Number(month ?? '7') - 1, Number(day ?? '15'))
  const to = new Date(from - days * DAY_MS)
  const parts = [pad(to.getUTCFullYear(), 4)]
  if (month !== undefined) parts.push(pad(to.getUTCMonth() + 1, 2))
  if (day !== undefined) parts.push(pad(to.getUTCDate(), 2))
  return `${parts.join(dash)}${rest}`
}

/** Another UUID for each text, the same in each query, so that references still lead to what they mean. */
function replaceText(key: string, text: string): string {
  const hex = createHmac('sha256', key).update(`id ${text.toLowerCase()}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The id that an EHR has without identity. */
export const replacedEhrId = (key: string, ehrId: string): string => replaceText(key, ehrId)

const VERSION_TREE = /^[1-9]\d*(?:\.[1-9]\d*\.[1-9]\d*)?$/

export interface Replacement {
  date(text: string): string | undefined
  /** The id of an object or of a version. One that is no UUID may be a number of the patient elsewhere: undefined. */
  uid(text: string): string | undefined
  /** The id of a system: this one stays. */
  system(text: string): string
}

export function openReplacement(key: string, ehrId: string, ownSystem: string): Replacement {
  const days = daysOf(key, ehrId)
  const system = (text: string) => (text === ownSystem ? text : replaceText(key, text))
  return {
    date: text => shiftDate(text, days),
    system,
    uid: text => {
      const [object = '', creator, tree, ...more] = text.split('::')
      if (!isUuid(object) || more.length > 0) return undefined
      if (creator === undefined) return replaceText(key, object)
      if (tree === undefined || !VERSION_TREE.test(tree)) return undefined
      return [replaceText(key, object), system(creator), tree].join('::')
    },
  }
}
