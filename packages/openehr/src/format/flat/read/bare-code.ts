/** Short forms of coded values: the code alone, the number of an ordinal, or a code as the suffix. */
import { terminologyGroup } from '../../../rm/index.ts'
import type { Branch, Leaf } from '../keys/branch.ts'
import { codeOfLabel, type OfferedCodes } from '../plan/codes.ts'

/** The codes that are known for a value from its node or attribute. */
export interface CodeSource {
  readonly codes?: OfferedCodes
  readonly group?: string
}

const AT_CODE = /^at\d{4,}(\.\d+)*$/

/** True for a text that can only be a code of an archetype: `at0007` is no clinical text. */
const isAtCode = (text: string): boolean => AT_CODE.test(text)

const NUMBER = /^[+-]?\d+(\.\d+)?$/

const isCodeHere = (text: string, { codes, group }: CodeSource): boolean =>
  codes?.codes.has(text) === true || (group !== undefined && terminologyGroup(group).has(text))

const rubricHere = (code: string, { codes, group }: CodeSource): string | undefined =>
  codes?.codes.get(code)?.label ?? (group === undefined ? undefined : terminologyGroup(group).get(code))

const isOrdinalHere = (number: number, { codes }: CodeSource): boolean =>
  [...(codes?.codes.values() ?? [])].some(({ ordinal }) => ordinal === number)

type Kind = 'DV_CODED_TEXT' | 'DV_ORDINAL' | 'DV_SCALE'

const KINDS: ReadonlySet<string> = new Set<Kind>(['DV_CODED_TEXT', 'DV_ORDINAL', 'DV_SCALE'])

/**
 * Moves the value of a short form to the suffix that it stands for: `x: "at0007"` to `x|code`, `x: 2` on an ordinal to `x|ordinal`,
 * `x|at0138: true` to `x|code`. Returns a second code that was ticked beside the first.
 */
export function spellOutCode(branch: Branch, type: string, source: CodeSource): Leaf | undefined {
  if (!KINDS.has(type)) return undefined
  const second = useTickedCode(branch, source)
  if (branch.leaves.has('code')) return second
  for (const suffix of ['', 'value']) {
    const leaf = branch.leaves.get(suffix)
    if (leaf === undefined || !(typeof leaf.value === 'string' || typeof leaf.value === 'number')) continue
    const meant = meaningOf(leaf.value, suffix, type as Kind, source)
    if (meant === suffix || branch.leaves.has(meant)) continue
    branch.leaves.delete(suffix)
    branch.leaves.set(meant, leaf)
    break
  }
  return second
}

/** The suffix that a value without one, or with `|value`, is meant for. */
function meaningOf(value: string | number, suffix: string, type: Kind, source: CodeSource): string {
  const text = String(value)
  // The codes of an ordinal may be digits too: a JSON number is then its number, a text its code.
  if (typeof value === 'number' && type !== 'DV_CODED_TEXT' && isOrdinalHere(value, source)) return 'ordinal'
  const isLabel = source.codes !== undefined && codeOfLabel(text, source.codes) !== undefined
  if (suffix === 'value' && isLabel) return 'value'
  if (isCodeHere(text, source) || isAtCode(text)) return 'code'
  if (type === 'DV_CODED_TEXT') return suffix
  return NUMBER.test(text) && !isLabel ? 'ordinal' : 'value'
}

const TICKED: ReadonlySet<unknown> = new Set([true, 'true', 'on'])
const NOT_TICKED: ReadonlySet<unknown> = new Set([false, 'false', 'off'])

/** `x|at0138: true` and `setting|238: "other care"`, as forms with check boxes send them; a box that is not ticked says nothing. */
function useTickedCode(branch: Branch, source: CodeSource): Leaf | undefined {
  for (const [suffix, leaf] of [...branch.leaves]) {
    if (!isAtCode(suffix) && !isCodeHere(suffix, source)) continue
    const isTicked = TICKED.has(leaf.value) || leaf.value === rubricHere(suffix, source)
    if (!isTicked && !NOT_TICKED.has(leaf.value)) continue
    leaf.used = true
    branch.leaves.delete(suffix)
    if (!isTicked) continue
    const chosen = branch.leaves.get('code')
    if (chosen === undefined) branch.leaves.set('code', { key: leaf.key, value: suffix, used: false })
    else if (chosen.value !== suffix) return leaf
  }
  return undefined
}
