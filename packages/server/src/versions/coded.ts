/** Change types and lifecycle states: codes of the openEHR terminology, written as DV_CODED_TEXT. */
import { type RmObject, terminologyGroup } from '@cairn/openehr/rm'

export type Group = 'audit change type' | 'version lifecycle state'

/** The code that a text names: the code itself, with or without `openehr::` before it, or its English rubric. */
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
