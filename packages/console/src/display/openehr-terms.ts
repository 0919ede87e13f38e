/** Terms of the openEHR terminology in audits and lifecycles, in the language of the reader. Records have them in English. */
import { type Language, type TextTable, textsOf } from '../language/translate.ts'

const TERMS = [
  ['creation', 'Anlage', 'creación', 'aanmaak'],
  ['amendment', 'Berichtigung', 'corrección', 'correctie'],
  ['modification', 'Änderung', 'modificación', 'wijziging'],
  ['synthesis', 'Synthese', 'síntesis', 'synthese'],
  ['deleted', 'gelöscht', 'eliminado', 'verwijderd'],
  ['attestation', 'Bestätigung', 'certificación', 'bekrachtiging'],
  ['restoration', 'Wiederherstellung', 'restauración', 'herstel'],
  ['format conversion', 'Formatwechsel', 'conversión de formato', 'formaatconversie'],
  ['unknown', 'unbekannt', 'desconocido', 'onbekend'],
  ['complete', 'vollständig', 'completo', 'volledig'],
  ['incomplete', 'unvollständig', 'incompleto', 'onvolledig'],
  ['inactive', 'inaktiv', 'inactivo', 'inactief'],
  ['abandoned', 'aufgegeben', 'abandonado', 'opgegeven'],
] as const satisfies TextTable

const texts = textsOf(TERMS)

/** A rubric that is none of these stays as it is. */
export const termText = (rubric: string, language: Language): string => texts(language, rubric)
