/** Texts of templates. */
import type { TextTable } from '../../language/translate.ts'
import { type CommonKey, textsHook } from '../../language/use-texts.ts'

export const TEXTS = [
  ['Upload template', 'Template hochladen', 'Subir plantilla', 'Template uploaden'],
  ['{name} was uploaded.', '{name} wurde hochgeladen.', '{name} se ha subido.', '{name} is geüpload.'],
  ['No templates yet', 'Noch keine Templates', 'Aún no hay plantillas', 'Nog geen templates'],
  [
    'Drop an operational template (OPT) here.',
    'Legen Sie hier ein operationales Template (OPT) ab.',
    'Suelte aquí una plantilla operativa (OPT).',
    'Sleep hier een operationeel template (OPT) naartoe.',
  ],
  ['Archetype', 'Archetyp', 'Arquetipo', 'Archetype'],
  ['Tree', 'Baum', 'Árbol', 'Boom'],
  ['FLAT paths', 'FLAT-Pfade', 'Rutas FLAT', 'FLAT-paden'],
  ['Example', 'Beispiel', 'Ejemplo', 'Voorbeeld'],
  ['Web template', 'Web-Template', 'Plantilla web', 'Webtemplate'],
  ['OPT', 'OPT', 'OPT', 'OPT'],
  ['Label', 'Bezeichnung', 'Etiqueta de nodo', 'Omschrijving van de knoop'],
  ['Label, path or code', 'Bezeichnung, Pfad oder Code', 'Nombre, ruta o código', 'Naam, pad of code'],
  ['Type', 'Typ', 'Tipo', 'Type'],
  ['Node id', 'Knoten-ID', 'ID de nodo', 'Knoop-id'],
  ['AQL path', 'AQL-Pfad', 'Ruta AQL', 'AQL-pad'],
  ['FLAT path', 'FLAT-Pfad', 'Ruta FLAT', 'FLAT-pad'],
  ['Allowed', 'Erlaubt', 'Permitido', 'Toegestaan'],
  ['Bound to', 'Gebunden an', 'Vinculado a', 'Gebonden aan'],
] as const satisfies TextTable

export type TextKey = (typeof TEXTS)[number][0] | CommonKey

export const useTexts = textsHook(TEXTS)
