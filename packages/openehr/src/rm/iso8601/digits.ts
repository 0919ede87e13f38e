/**
 * Signs and digits inside a text, read where they stand: every commit reads dozens of dates, and regular expressions with
 * their groups take several times as long.
 */

export const COLON = 0x3a
export const HYPHEN = 0x2d
const ZERO = 0x30

/** What stands for "no two digits here": below zero even when the century of a year is added to it. */
const NONE = -10_000

/** The sign at an offset; -1 beyond the end, where the engine would leave its fast path. */
export const signAt = (text: string, at: number): number => (at < text.length ? text.charCodeAt(at) : -1)

export function isDigitAt(text: string, at: number): boolean {
  const digit = signAt(text, at) - ZERO
  return digit >= 0 && digit <= 9
}

/** The two digits at an offset as a number; less than zero where there are none. */
export function pairAt(text: string, at: number): number {
  if (at + 1 >= text.length) return NONE
  const tens = text.charCodeAt(at) - ZERO
  const ones = text.charCodeAt(at + 1) - ZERO
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : NONE
}
