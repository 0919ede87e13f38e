/** Words of the code editor in the language of the reader. The English ones are its keys. */
import { EditorState, type Extension } from '@codemirror/state'
import { language } from '../language/language.ts'
import { type TextTable, textsOf } from '../language/translate.ts'

export const CODE_TEXTS = [
  ['$ unchanged lines', '$ gleiche Zeilen', '$ líneas iguales', '$ gelijke regels'],
  ['Fold line', 'Einklappen', 'Plegar', 'Inklappen'],
  ['Unfold line', 'Ausklappen', 'Desplegar', 'Uitklappen'],
  ['Folded lines', 'Eingeklappte Zeilen', 'Líneas plegadas', 'Ingeklapte regels'],
  ['Unfolded lines', 'Ausgeklappte Zeilen', 'Líneas desplegadas', 'Uitgeklapte regels'],
  ['folded code', 'eingeklappter Text', 'texto plegado', 'ingeklapte tekst'],
  ['unfold', 'ausklappen', 'desplegar', 'uitklappen'],
  ['to', 'bis', 'a', 'tot'],
  ['Completions', 'Vorschläge', 'Sugerencias', 'Suggesties'],
  ['Selection deleted', 'Auswahl gelöscht', 'Selección eliminada', 'Selectie verwijderd'],
] as const satisfies TextTable

const texts = textsOf(CODE_TEXTS)

/** As they are when the editor is made. */
export const codeWords = (): Extension =>
  EditorState.phrases.of(
    Object.fromEntries(CODE_TEXTS.map(([english]) => [english, texts(language.get(), english)])),
  )
