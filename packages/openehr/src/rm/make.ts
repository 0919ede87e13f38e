/** Makes the small RM objects that most data are put together from. */
import type {
  Archetyped,
  CodePhrase,
  DvCodedText,
  DvDateTime,
  DvText,
  TerminologyId,
} from './types.generated.ts'

const makeTerminologyId = (value: string): TerminologyId => ({ _type: 'TERMINOLOGY_ID', value })

export const makeCodePhrase = (terminology: string, code: string): CodePhrase => ({
  _type: 'CODE_PHRASE',
  terminology_id: makeTerminologyId(terminology),
  code_string: code,
})

export const makeText = (value: string): DvText => ({ _type: 'DV_TEXT', value })

export const makeCodedText = (terminology: string, code: string, value: string): DvCodedText => ({
  _type: 'DV_CODED_TEXT',
  value,
  defining_code: makeCodePhrase(terminology, code),
})

export const makeDateTime = (value: string): DvDateTime => ({ _type: 'DV_DATE_TIME', value })

/** The details of an archetype root; only the root of the whole document names its template. */
export const makeArchetyped = (archetypeId: string, rmVersion: string, templateId?: string): Archetyped => ({
  _type: 'ARCHETYPED',
  archetype_id: { _type: 'ARCHETYPE_ID', value: archetypeId },
  ...(templateId === undefined ? {} : { template_id: { _type: 'TEMPLATE_ID', value: templateId } }),
  rm_version: rmVersion,
})
