/** Bounds lists of findings: data of a few megabytes can break a hundred thousand rules. */
import type { Finding } from '@cairn-ehr/openehr'

/** The code of the last finding of a list that was cut. */
const CUT = 'findings.more'

/** The first findings, and one that says how many more there are. */
export function cutFindings(findings: readonly Finding[], most: number): readonly Finding[] {
  if (findings.length <= most) return findings
  const message = `${findings.length - most} more are not listed: the limit is CAIRN_MAX_FINDINGS.`
  return [...findings.slice(0, most), { path: '', code: CUT, message }]
}

export const isCut = (findings: readonly Finding[]): boolean => findings.at(-1)?.code === CUT
