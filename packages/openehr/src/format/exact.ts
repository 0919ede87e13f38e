/** A test for numbers in JSON or XML text that a double holds without loss. */

/** Integer digits, fraction digits, exponent of a number or of what JavaScript makes of a number. */
const NUMBER = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/** No double needs more significant digits to be told from its neighbours (IEEE 754 binary64). */
const MOST_DIGITS = 17

/**
 * No double needs a longer text: a sign, 309 digits or 0. and 323 zeros before its digits. Beyond it a text is
 * refused unread, since the work below grows with the square of its length.
 */
export const LONGEST_NUMBER = 400

interface Decimal {
  /** Significant digits, without zeros at either end; none for zero. */
  readonly digits: string
  /** The power of ten of the last digit. */
  readonly power: number
}

/** By how much, in units of the seventeenth digit, Java before 19 misses the double it writes out. */
const SLACK = 2n

/**
 * True where the text names the double it is held in: the double, rounded to as many significant digits, gives the
 * text back, or the text is the shortest that gives the double. A fraction of 17 digits may be off by two in the last: Java writes
 * 148.01210165023805 for a double that rounds to …804, and means that double. So `0.1`, `1.0`, `9007199254740992` and `0.10000000000000001` pass;
 * `9007199254740993`, `0.1000000000000000055`, `1e400` and `1e-400` do not. The double is kept, the spelling is not:
 * `1.0` and `1e0` come back as `1`.
 */
export function isExactNumber(text: string): boolean {
  if (text.length > LONGEST_NUMBER) return false
  const value = Number(text)
  // Most numbers are written as JavaScript writes them.
  if (String(value) === text) return true
  const { digits, power } = decimal(text)
  if (digits === '') return true
  if (!Number.isFinite(value) || value === 0 || digits.length > MOST_DIGITS) return false
  const held = decimal(value.toPrecision(digits.length))
  if (digits.length < MOST_DIGITS || power >= 0)
    return isSame(held, { digits, power }) || isSame(decimal(String(value)), { digits, power })
  const unit = Math.min(held.power, power)
  const distance = scaled(held, unit) - scaled({ digits, power }, unit)
  const slack = SLACK * 10n ** BigInt(power - unit)
  return distance <= slack && distance >= -slack
}

function isSame(a: Decimal, b: Decimal): boolean {
  return a.digits === b.digits && a.power === b.power
}

function scaled({ digits, power }: Decimal, unit: number): bigint {
  return BigInt(digits) * 10n ** BigInt(power - unit)
}

function decimal(text: string): Decimal {
  const [, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? []
  const all = (whole + fraction).replace(/^0+/, '')
  const digits = all.replace(/0+$/, '')
  return { digits, power: Number(exponent) - fraction.length + (all.length - digits.length) }
}
