/** The members of a definition, for both the XML and the JSON form. */
import type { Finding } from '@cairn-ehr/openehr'
import type { Definition, LabelledPath } from '../model.ts'

/** Members of a path; true if required. */
export const PATH_MEMBERS: Readonly<Record<keyof LabelledPath, boolean>> = {
  add: true,
  path: true,
  comment: false,
}

export const isPathMember = (name: string): name is keyof LabelledPath => Object.hasOwn(PATH_MEMBERS, name)

/** The definition as far as it was read, with all its faults. */
export interface ReadDefinition {
  readonly definition: Definition
  readonly findings: readonly Finding[]
}

/** Longest comment or path. */
const LONGEST_TEXT = 4000

/** XML 1.0, Char: other characters are not allowed in XML, not even escaped. */
function isXmlCharacter(character: string): boolean {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x20) return code === 0x9 || code === 0xa || code === 0xd
  return code <= 0xd7ff || (code >= 0xe000 && code <= 0xfffd) || code >= 0x10000
}

/** Returns the reason why a text cannot be stored, or undefined. */
export function textFault(text: string): string | undefined {
  if (text.length > LONGEST_TEXT) return `is longer than ${LONGEST_TEXT} characters`
  return [...text].some(character => !isXmlCharacter(character))
    ? 'holds a character that XML cannot hold'
    : undefined
}

export const definitionFault = (path: string, message: string, at: Partial<Finding> = {}): Finding => ({
  path,
  code: 'datamap.form',
  message,
  ...at,
})
