/** Texts of the audit trail. */
import type { TextTable } from '../../language/translate.ts'
import { textsHook } from '../../language/use-texts.ts'

export const TEXTS = [
  ['More', 'Mehr', 'Más', 'Meer'],
  ['Who', 'Wer', 'Quién', 'Wie'],
] as const satisfies TextTable

export const useTexts = textsHook(TEXTS)
