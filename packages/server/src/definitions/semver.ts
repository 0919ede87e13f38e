/** Versions of stored queries: SEMVER 2.0.0, complete or as a prefix (docs/interface.md, section 7). */

export interface SemVer {
  readonly major: number
  readonly minor: number
  readonly patch: number
  /** Without its hyphen; empty for a release. */
  readonly prerelease: string
}

/** `1`, `1.2`, `1.2.3` or `1.2.3-beta.1`; a number that is absent matches any. */
export interface VersionPattern {
  readonly major: number
  readonly minor?: number
  readonly patch?: number
  readonly prerelease?: string
}

const NUMBER = '(0|[1-9]\\d{0,8})'
const IDENTIFIER = '(?:0|[1-9]\\d*|\\d*[A-Za-z-][0-9A-Za-z-]*)'
const PATTERN = new RegExp(
  `^${NUMBER}(?:\\.${NUMBER}(?:\\.${NUMBER}(?:-(${IDENTIFIER}(?:\\.${IDENTIFIER})*))?(?:\\+[0-9A-Za-z.-]+)?)?)?$`,
)

export function parseVersionPattern(text: string): VersionPattern | undefined {
  const match = text.length > 100 ? null : PATTERN.exec(text)
  if (!match) return undefined
  const [, major, minor, patch, prerelease] = match
  return {
    major: Number(major),
    ...(minor === undefined ? {} : { minor: Number(minor) }),
    ...(patch === undefined ? {} : { patch: Number(patch), prerelease: prerelease ?? '' }),
  }
}

export function parseSemVer(text: string): SemVer | undefined {
  const { major, minor, patch, prerelease } = parseVersionPattern(text) ?? {}
  if (major === undefined || minor === undefined || patch === undefined) return undefined
  return { major, minor, patch, prerelease: prerelease ?? '' }
}

export const printSemVer = ({ major, minor, patch, prerelease }: SemVer): string =>
  `${major}.${minor}.${patch}${prerelease === '' ? '' : `-${prerelease}`}`

/** SEMVER 2.0.0 section 11, 4: numbers by value, below letters; more parts are more. */
function comparePrerelease(a: string, b: string): number {
  if (a === b) return 0
  if (a === '') return 1
  if (b === '') return -1
  const [left, right] = [a.split('.'), b.split('.')]
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const [x = '', y = ''] = [left[at], right[at]]
    if (x === y) continue
    const [xIsNumber, yIsNumber] = [/^\d+$/.test(x), /^\d+$/.test(y)]
    if (xIsNumber && yIsNumber) return x.length - y.length || (x < y ? -1 : 1)
    if (xIsNumber !== yIsNumber) return xIsNumber ? -1 : 1
    return x < y ? -1 : 1
  }
  return left.length - right.length
}

const compareSemVer = (a: SemVer, b: SemVer): number =>
  a.major - b.major || a.minor - b.minor || a.patch - b.patch || comparePrerelease(a.prerelease, b.prerelease)

/** Picks the highest matching version; a pre-release matches only when it is named completely. */
export function pickVersion<T extends SemVer>(
  versions: readonly T[],
  pattern: VersionPattern | undefined,
): T | undefined {
  const fitting = versions.filter(version => {
    if (pattern === undefined) return version.prerelease === ''
    const { major, minor, patch, prerelease = '' } = pattern
    return (
      version.major === major &&
      (minor === undefined || version.minor === minor) &&
      (patch === undefined || version.patch === patch) &&
      version.prerelease === prerelease
    )
  })
  return fitting.sort(compareSemVer).at(-1)
}
