/** A sum of decimal numbers without rounding, so that it does not depend on their order. It is what SQL's `sum(numeric)` gives. */

export interface ExactSum {
  add(value: number | bigint): void
  /** Rounded once. */
  total(): number
}

/** As JavaScript prints a finite number. */
const DECIMAL = /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/

/** A number as digits and a power of ten. */
function digitsOf(value: number | bigint): readonly [digits: bigint, exponent: number] {
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return [BigInt(value), 0]
  const [, whole = '0', fraction = '', exponent = '0'] = DECIMAL.exec(String(value)) ?? []
  return [BigInt(`${whole}${fraction}`), Number(exponent) - fraction.length]
}

export function exactSum(): ExactSum {
  /** By exponent: values of one kind have few. */
  const sums = new Map<number, bigint>()
  return {
    add: value => {
      const [digits, exponent] = digitsOf(value)
      sums.set(exponent, (sums.get(exponent) ?? 0n) + digits)
    },
    total: () => {
      const least = Math.min(0, ...sums.keys())
      let total = 0n
      for (const [exponent, sum] of sums) total += sum * 10n ** BigInt(exponent - least)
      return Number(`${total}e${least}`)
    },
  }
}
