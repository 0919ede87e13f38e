/**
 * Reads characters and digits of a text without copying them: every commit reads dozens of dates, and regular expressions
 * with groups take several times as long.
 */

export const COLON = 0x3a
export const HYPHEN = 0x2d
const ZERO = 0x30

/** Stands for "no two digits here": below zero even when the century of a year is added to it. */
const NONE = -10_000

/** The code of the character at an offset; -1 beyond the end, where `charCodeAt` would leave its fast path. */
export const characterAt = (text: string, at: number): number => (at < text.length ? text.charCodeAt(at) : -1)

export function isDigitAt(text: string, at: number): boolean {
  const digit = characterAt(text, at) - ZERO
  return digit >= 0 && digit <= 9
}

/** The two digits at an offset as a number; less than zero where there are none. */
export function pairAt(text: string, at: number): number {
  if (at + 1 >= text.length) return NONE
  const tens = text.charCodeAt(at) - ZERO
  const ones = text.charCodeAt(at + 1) - ZERO
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : NONE
}
