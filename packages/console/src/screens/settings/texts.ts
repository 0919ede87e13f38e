/** Texts of the settings. */
import type { TextTable } from '../../language/translate.ts'
import { textsHook } from '../../language/use-texts.ts'

export const TEXTS = [
  ['Theme', 'Farbschema', 'Tema', 'Thema'],
  ['Time zone', 'Zeitzone', 'Zona horaria', 'Tijdzone'],
  ['That of the browser', 'Die des Browsers', 'La del navegador', 'Die van de browser'],
  [
    'Kept until the page is closed. Now it is {time}.',
    'Gilt, bis die Seite geschlossen wird. Jetzt ist es {time}.',
    'Se mantiene hasta cerrar la página. Ahora son las {time}.',
    'Geldt tot de pagina wordt gesloten. Nu is het {time}.',
  ],
] as const satisfies TextTable

export const useTexts = textsHook(TEXTS)
