/** QR codes (ISO/IEC 18004) for the addresses of authenticator apps: bytes, error correction L, versions 1 to 9. */
import { type Html, html } from '../../http/index.ts'

interface Version {
  /** Bytes of data in all blocks together. */
  readonly data: number
  readonly blocks: number
  /** Bytes of error correction for each block. */
  readonly correction: number
}

/** Table 9, level L: all blocks of one version have the same length up to version 9. */
const VERSIONS: readonly Version[] = [
  { data: 19, blocks: 1, correction: 7 },
  { data: 34, blocks: 1, correction: 10 },
  { data: 55, blocks: 1, correction: 15 },
  { data: 80, blocks: 1, correction: 20 },
  { data: 108, blocks: 1, correction: 26 },
  { data: 136, blocks: 2, correction: 18 },
  { data: 156, blocks: 2, correction: 20 },
  { data: 194, blocks: 2, correction: 24 },
  { data: 232, blocks: 2, correction: 30 },
]

/** Powers of 2 in GF(256) with the polynomial of the standard, and their logarithms. */
const POWERS: number[] = [1]
for (let at = 1; at < 255; at++) {
  const doubled = (POWERS[at - 1] ?? 0) << 1
  POWERS.push(doubled > 255 ? doubled ^ 0x11d : doubled)
}
const LOGARITHMS = new Map(POWERS.map((power, at) => [power, at]))

const times = (a: number, b: number): number =>
  a === 0 || b === 0 ? 0 : (POWERS[((LOGARITHMS.get(a) ?? 0) + (LOGARITHMS.get(b) ?? 0)) % 255] ?? 0)

/** Coefficients of the generator after the leading 1. */
function generatorOf(length: number): number[] {
  let polynomial = [1]
  for (let at = 0; at < length; at++) {
    const root = POWERS[at] ?? 0
    polynomial = [...polynomial, 0].map((each, index) => each ^ times(polynomial[index - 1] ?? 0, root))
  }
  return polynomial.slice(1)
}

/** The remainder of the division by the generator (section 7.5.2). */
export function correctionOf(data: readonly number[], length: number): number[] {
  const generator = generatorOf(length)
  let remainder = new Array<number>(length).fill(0)
  for (const byte of data) {
    const factor = byte ^ (remainder[0] ?? 0)
    remainder = generator.map((each, index) => (remainder[index + 1] ?? 0) ^ times(each, factor))
  }
  return remainder
}

/** Mode, length, bytes, end and padding (section 7.4). */
function dataBytes(bytes: Uint8Array, { data }: Version): number[] {
  const digits = [0b0100, bytes.length, ...bytes].map((value, at) =>
    value.toString(2).padStart(at === 0 ? 4 : 8, '0'),
  )
  const filled = (`${digits.join('')}0000`.match(/.{8}/g) ?? []).map(each => Number.parseInt(each, 2))
  const padding = Array.from({ length: data - filled.length }, (_, at) => (at % 2 === 0 ? 0xec : 0x11))
  return [...filled, ...padding]
}

/** One byte of each block after the other, then the same of their error correction (section 7.6). */
function interleaved(bytes: readonly number[], { data, blocks, correction }: Version): number[] {
  const length = data / blocks
  const parts = Array.from({ length: blocks }, (_, at) => bytes.slice(at * length, (at + 1) * length))
  const corrections = parts.map(part => correctionOf(part, correction))
  const mixed = (lists: readonly (readonly number[])[], most: number) =>
    Array.from({ length: most }, (_, at) => lists.map(list => list[at] ?? 0)).flat()
  return [...mixed(parts, length), ...mixed(corrections, correction)]
}

/** `isFixed`: belongs to a pattern, and takes no data. */
interface Grid {
  readonly size: number
  readonly dark: boolean[][]
  readonly isFixed: boolean[][]
}

const squareOf = (size: number) => Array.from({ length: size }, () => new Array<boolean>(size).fill(false))

function setFixed({ size, dark, isFixed }: Grid, x: number, y: number, isDark: boolean): void {
  const [row, fixed] = [dark[y], isFixed[y]]
  if (!row || !fixed || x < 0 || x >= size) return
  row[x] = isDark
  fixed[x] = true
}

/** A square of rings around a middle, by the distance from it. */
function addRings(grid: Grid, middleX: number, middleY: number, radius: number, darkAt: readonly number[]) {
  for (let y = -radius; y <= radius; y++)
    for (let x = -radius; x <= radius; x++)
      setFixed(grid, middleX + x, middleY + y, darkAt.includes(Math.max(Math.abs(x), Math.abs(y))))
}

/** The remainder of a value that is followed by zeros, after it, for format and version (annexes C and D). */
function withCheckBits(value: number, generator: number, length: number): number {
  let rest = value << length
  const top = 31 - Math.clz32(generator)
  while (31 - Math.clz32(rest) >= top) rest ^= generator << (31 - Math.clz32(rest) - top)
  return (value << length) | rest
}

/** Level L is 01; the mask is in the three bits after it. */
export const formatBits = (mask: number): number =>
  withCheckBits((0b01 << 3) | mask, 0b10100110111, 10) ^ 0x5412

function addFormat(grid: Grid, mask: number): void {
  const bits = formatBits(mask)
  const { size } = grid
  for (let at = 0; at < 15; at++) {
    const isDark = ((bits >> at) & 1) === 1
    // Column 8 from above, beside the timing pattern, and again from below.
    setFixed(grid, 8, at < 6 ? at : at < 8 ? at + 1 : size - 15 + at, isDark)
    // Row 8 from the right, and again to the left.
    setFixed(grid, at < 8 ? size - 1 - at : at === 8 ? 7 : 14 - at, 8, isDark)
  }
  setFixed(grid, 8, size - 8, true)
}

/** From version 7 on, the version is in two blocks of its own (section 7.10). */
function addVersion(grid: Grid, version: number): void {
  if (version < 7) return
  const bits = withCheckBits(version, 0b1111100100101, 12)
  for (let at = 0; at < 18; at++) {
    const isDark = ((bits >> at) & 1) === 1
    const [near, far] = [Math.floor(at / 3), grid.size - 11 + (at % 3)]
    setFixed(grid, near, far, isDark)
    setFixed(grid, far, near, isDark)
  }
}

/** Centres of alignment patterns: one in each row and column where they do not meet a finder (annex E). */
const alignmentsOf = (version: number): readonly number[] =>
  version === 1 ? [] : version < 7 ? [6, 10 + 4 * version] : [6, 8 + 2 * version, 10 + 4 * version]

function patterns(version: number): Grid {
  const size = 17 + 4 * version
  const grid: Grid = { size, dark: squareOf(size), isFixed: squareOf(size) }
  for (let at = 0; at < size; at++) {
    setFixed(grid, at, 6, at % 2 === 0)
    setFixed(grid, 6, at, at % 2 === 0)
  }
  const far = size - 4
  for (const [x, y] of [
    [3, 3],
    [far, 3],
    [3, far],
  ] as const)
    addRings(grid, x, y, 4, [0, 1, 3])
  const places = alignmentsOf(version)
  const last = places.at(-1)
  for (const x of places)
    for (const y of places) {
      const isAtFinder = (x === 6 && (y === 6 || y === last)) || (y === 6 && x === last)
      if (!isAtFinder) addRings(grid, x, y, 2, [0, 2])
    }
  addFormat(grid, 0)
  addVersion(grid, version)
  return grid
}

/** Places for data in their order: pairs of columns from the right, up and down in turn, without the timing column (section 7.7.3). */
function* dataPlaces({ size, isFixed }: Grid): Generator<readonly [x: number, y: number]> {
  let isUpward = true
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++) {
      const y = isUpward ? size - 1 - step : step
      for (const x of [right, right - 1]) if (!isFixed[y]?.[x]) yield [x, y]
    }
    isUpward = !isUpward
  }
}

/** Table 10. */
export const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  x => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

function masked(version: number, bytes: readonly number[], mask: number): boolean[][] {
  const grid = patterns(version)
  let at = 0
  for (const [x, y] of dataPlaces(grid)) {
    const bit = ((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1
    const row = grid.dark[y]
    if (row) row[x] = (bit === 1) !== MASKS[mask]?.(x, y)
    at++
  }
  addFormat(grid, mask)
  return grid.dark
}

const LIKE_A_FINDER = /10111010000|00001011101/g

/** Penalties for what confuses readers (section 7.8.3.1). */
function penaltyOf(dark: readonly (readonly boolean[])[]): number {
  const rows = dark.map(row => row.map(Number).join(''))
  const columns = rows.map((_, x) => rows.map(row => row[x]).join(''))
  let penalty = 0
  for (const line of [...rows, ...columns]) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) penalty += run.length - 2
    penalty += 40 * (line.match(LIKE_A_FINDER)?.length ?? 0)
  }
  for (let y = 1; y < rows.length; y++)
    for (let x = 1; x < rows.length; x++) {
      const [a, b, c, d] = [rows[y]?.[x], rows[y]?.[x - 1], rows[y - 1]?.[x], rows[y - 1]?.[x - 1]]
      if (a === b && b === c && c === d) penalty += 3
    }
  const share = (100 * rows.join('').replaceAll('0', '').length) / rows.length ** 2
  return penalty + 10 * Math.floor(Math.abs(share - 50) / 5)
}

/** The modules of the code, row by row; true is dark. */
export function qrCode(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text)
  // Mode and length take twelve bits.
  const index = VERSIONS.findIndex(({ data }) => bytes.length + 2 <= data)
  const version = VERSIONS[index]
  if (!version) throw new Error('the text is too long for a QR code')
  const stream = interleaved(dataBytes(bytes, version), version)
  const candidates = MASKS.map((_, mask) => masked(index + 1, stream, mask))
  const penalties = candidates.map(penaltyOf)
  return candidates[penalties.indexOf(Math.min(...penalties))] ?? []
}

/** Light modules that must be around a code (section 6.3.8). */
const QUIET = 4

/** The code as an image in the page, dark on light in dark pages too, since not every app reads the other way round. */
export function qrImage(text: string, label: string): Html {
  const modules = qrCode(text)
  const size = modules.length + 2 * QUIET
  const path = modules
    .flatMap((row, y) =>
      [...row.map(Number).join('').matchAll(/1+/g)].map(
        ({ 0: { length }, index }) => `M${index + QUIET} ${y + QUIET}h${length}v1h-${length}z`,
      ),
    )
    .join('')
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="#000"/></svg>`
}
