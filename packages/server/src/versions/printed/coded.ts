/** Change types and lifecycle states: codes of the openEHR terminology, written as DV_CODED_TEXT. */
import { type RmObject, terminologyGroup } from '@cairn-ehr/openehr/rm'
import { type PrintedPart, printPart } from './part.ts'

export type Group = 'audit change type' | 'version lifecycle state'

/** Finds the code that a text names: a code with or without `openehr::`, or an English rubric. */
export function codeNamed(group: Group, text: string): number | undefined {
  const name = text
    .trim()
    .replace(/^openehr::/i, '')
    .toLowerCase()
  for (const [code, rubric] of terminologyGroup(group))
    if (code === name || rubric.toLowerCase() === name) return Number(code)
  return undefined
}

export function rubric(group: Group, code: number): string {
  return terminologyGroup(group).get(String(code)) ?? ''
}

export const codedText = (group: Group, code: number): RmObject => ({
  _type: 'DV_CODED_TEXT',
  value: rubric(group, code),
  defining_code: {
    _type: 'CODE_PHRASE',
    terminology_id: { _type: 'TERMINOLOGY_ID', value: 'openehr' },
    code_string: String(code),
  },
})

/** Printed once for each code: every commit and every read needs two of them. */
const printed: Record<Group, Map<number, PrintedPart>> = {
  'audit change type': new Map(),
  'version lifecycle state': new Map(),
}

/** Prints `codedText`. */
export function printCoded(group: Group, code: number): PrintedPart {
  const known = printed[group].get(code)
  if (known !== undefined) return known
  const part = printPart(codedText(group, code))
  printed[group].set(code, part)
  return part
}
