/** Change types and lifecycle states: codes of the openEHR terminology, written as DV_CODED_TEXT. */
import { type RmObject, terminologyGroup } from '@cairn/openehr/rm'

export type Group = 'audit change type' | 'version lifecycle state'

export function isCodeOf(group: Group, code: number): boolean {
  return terminologyGroup(group).has(String(code))
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
