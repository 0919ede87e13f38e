/** Versions of stored queries: SEMVER 2.0.0, complete or as a prefix (docs/interface.md, section 7). */
import semver from 'semver'

export interface SemVer {
  readonly major: number
  readonly minor: number
  readonly patch: number
  /** Without its hyphen; empty for a release. */
  readonly prerelease: string
}

const LONGEST = 100
/** The database keeps these numbers as integers. */
const HIGHEST = 999_999_999
/** The library would also take spaces around a version and a "v" before it. */
const CHARACTERS = /^\d[0-9A-Za-z.+-]*$/

export function parseSemVer(text: string): SemVer | undefined {
  const parsed = text.length <= LONGEST && CHARACTERS.test(text) ? semver.parse(text) : null
  if (!parsed) return undefined
  const { major, minor, patch, prerelease } = parsed
  return Math.max(major, minor, patch) > HIGHEST
    ? undefined
    : { major, minor, patch, prerelease: prerelease.join('.') }
}

/** `1`, `1.2`, `1.2.3` or `1.2.3-beta.1`: what is left out may be anything. */
export function isVersionPattern(text: string): boolean {
  const [, minor] = /^\d+(\.\d+)?$/.exec(text) ?? [undefined, '']
  const missing = minor === undefined ? '.0.0' : minor === '' ? '' : '.0'
  return parseSemVer(text + missing) !== undefined
}

export const printSemVer = ({ major, minor, patch, prerelease }: SemVer): string =>
  `${major}.${minor}.${patch}${prerelease === '' ? '' : `-${prerelease}`}`

/** The highest version that fits the pattern, or of all; a pre-release only when it is named whole. */
export function pickVersion<T extends SemVer>(versions: readonly T[], pattern = '*'): T | undefined {
  const picked = semver.maxSatisfying(versions.map(printSemVer), pattern)
  return versions.find(version => printSemVer(version) === picked)
}
