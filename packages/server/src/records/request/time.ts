/** Reads `version_at_time`: extended ISO 8601 (openEHR REST). */
import { parseDateTime } from '@cairn-ehr/openehr/rm'
import type { Incoming } from '../../http/index.ts'
import { Refusal } from '../../refusal/index.ts'

/** Commit times have milliseconds; a time in whole seconds, such as that of `Last-Modified`, means the end of its second. */
const REST_OF_SECOND = 999

/** Extended notation only, which has dashes and colons. A date alone means its midnight. */
const EXTENDED = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/

function parseAtTime(text: string): Date | undefined {
  // A plus sign that was not percent-encoded arrives as a space.
  const given = text.replace(/ (\d\d(?::?\d\d)?)$/, '+$1')
  if (!EXTENDED.test(given) || parseDateTime(given) === undefined) return undefined
  const [day = '', time = '00:00'] = given.split('T')
  const zoned = /(?:Z|[+-]\d\d(?::?\d\d)?)$/.test(time) ? time : `${time}Z`
  const offset = zoned
    .replace(',', '.')
    .replace(/([+-]\d\d)(\d\d)$/, '$1:$2')
    .replace(/([+-]\d\d)$/, '$1:00')
  const parsed = new Date(`${day}T${offset.replace(/^24:/, '00:')}`)
  if (Number.isNaN(parsed.getTime())) return undefined
  return /[.,]\d/.test(time) ? parsed : new Date(parsed.getTime() + REST_OF_SECOND)
}

export function atTimeIn({ query }: Incoming): Date | undefined {
  const given = query.get('version_at_time')
  if (given === null || given.trim() === '') return undefined
  const time = parseAtTime(given)
  if (!time)
    throw new Refusal(
      'time.malformed',
      'version_at_time must be extended ISO 8601, such as 2026-01-20T19:30:22.765+01:00, percent-encoded.',
    )
  return time
}
