/** What a definition consists of, whatever it is written in: one table for the XML form and the JSON form. */
import type { Finding } from '@cairn/openehr'
import type { Definition, LabelledPath } from '../model.ts'

/** Members of a path; whether each must be there. */
export const PATH_MEMBERS: Readonly<Record<keyof LabelledPath, boolean>> = {
  add: true,
  path: true,
  comment: false,
}

export const isPathMember = (name: string): name is keyof LabelledPath => Object.hasOwn(PATH_MEMBERS, name)

/** What was read, or what is wrong with it: all of it. */
export interface ReadDefinition {
  readonly definition: Definition
  readonly findings: readonly Finding[]
}

/** A comment is for people: so much of it. */
const LONGEST_TEXT = 4000

/** XML 1.0, Char: what is outside of it has no place in XML, not even escaped. */
function isXmlCharacter(character: string): boolean {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x20) return code === 0x9 || code === 0xa || code === 0xd
  return code <= 0xd7ff || (code >= 0xe000 && code <= 0xfffd) || code >= 0x10000
}

/** Why a text cannot be kept; undefined where it can. */
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
