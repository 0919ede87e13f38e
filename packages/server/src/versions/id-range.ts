/** EHRs, or parties, whose ids follow each other. */
import type { EhrId } from '../ids/index.ts'

/** EHRs, or parties, from one id to another, both included. */
export interface IdRange {
  readonly from: EhrId
  readonly to: EhrId
}

const DIGITS = 32

const idOf = (digits: string): EhrId =>
  digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') as EhrId

/** The ids that begin with these hexadecimal digits. */
export const idsFrom = (digits: string): IdRange => ({
  from: idOf(digits.padEnd(DIGITS, '0')),
  to: idOf(digits.padEnd(DIGITS, 'f')),
})

export const ALL_IDS = idsFrom('')

/** The ids after those that begin with these digits; undefined if there are none. */
export function idsAfter(digits: string | undefined): IdRange | undefined {
  if (digits === undefined) return ALL_IDS
  if (/^f*$/.test(digits)) return undefined
  const next = (Number.parseInt(digits, 16) + 1).toString(16).padStart(digits.length, '0')
  return { from: idsFrom(next).from, to: ALL_IDS.to }
}
