/** Texts of the audit trail. */
import type { TextTable } from '../../language/translate.ts'
import { type CommonKey, textsHook } from '../../language/use-texts.ts'

export const TEXTS = [
  ['More', 'Mehr', 'Más', 'Meer'],
  ['read', 'gelesen', 'leyó', 'gelezen'],
  ['updated', 'aktualisiert', 'actualizó', 'bijgewerkt'],
  ['deleted', 'gelöscht', 'eliminó', 'gewist'],
  ['ran a query', 'Abfrage ausgeführt', 'ejecutó una consulta', 'zoekvraag uitgevoerd'],
  ['denied', 'verweigert', 'denegado', 'geweigerd'],
  ['failure', 'abgelehnt', 'fallo', 'mislukt'],
  ['Person', 'Person', 'Persona', 'Persoon'],
  ['Action', 'Aktion', 'Acción', 'Actie'],
  ['Outcome', 'Ausgang', 'Resultado final', 'Uitkomst'],
  ['Who', 'Wer', 'Quién', 'Wie'],
  ['Request', 'Anfrage', 'Petición', 'Verzoek'],
] as const satisfies TextTable

export type TextKey = (typeof TEXTS)[number][0] | CommonKey

export const useTexts = textsHook(TEXTS)
