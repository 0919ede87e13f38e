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
  ['JSON Schema', 'JSON Schema', 'JSON Schema', 'JSON Schema'],
  ['added', 'hinzugefügt', 'añadido', 'toegevoegd'],
  ['removed', 'entfernt', 'quitado', 'verwijderd'],
  ['changed', 'geändert', 'cambiado', 'gewijzigd'],
  ['narrower', 'enger', 'más estricto', 'strenger'],
  ['Node', 'Knoten', 'Nodo', 'Knoop'],
  ['Detail', 'Einzelheit', 'Detalle', 'Detail'],
  ['Occurrences', 'Häufigkeit', 'Ocurrencias', 'Voorkomens'],
  ['Allowed values', 'Erlaubte Werte', 'Valores permitidos', 'Toegestane waarden'],
  ['One version', 'Eine Version', 'Una versión', 'Eén versie'],
  ['Older version', 'Ältere Version', 'Versión anterior', 'Oudere versie'],
  ['Newer version', 'Neuere Version', 'Versión posterior', 'Nieuwere versie'],
  ['Replace template', 'Template ersetzen', 'Reemplazar plantilla', 'Template vervangen'],
  [
    'The two versions have the same nodes.',
    'Beide Versionen haben dieselben Knoten.',
    'Las dos versiones tienen los mismos nodos.',
    'De twee versies hebben dezelfde knopen.',
  ],
  [
    'There is no other version to compare with.',
    'Es gibt keine andere Version zum Vergleichen.',
    'No hay otra versión con la que comparar.',
    'Er is geen andere versie om mee te vergelijken.',
  ],
  [
    'There is a template {name} already. Its records keep the version that they were made with.',
    'Es gibt schon ein Template {name}. Seine Einträge behalten die Version, mit der sie gemacht wurden.',
    'Ya hay una plantilla {name}. Sus registros conservan la versión con la que se hicieron.',
    'Er is al een template {name}. De vastleggingen houden de versie waarmee ze zijn gemaakt.',
  ],
  [
    'The {checked} latest {checked:record|records} {checked:is|are} valid with the new version too.',
    '{checked:Der|Die} {checked} {checked:neueste Eintrag wäre|neuesten Einträge wären} auch mit der neuen Version in Ordnung.',
    '{checked:El|Los} {checked} {checked:último registro también cumpliría|últimos registros también cumplirían} la nueva versión.',
    'De {checked} laatste {checked:vastlegging zou|vastleggingen zouden} ook met de nieuwe versie in orde zijn.',
  ],
  [
    'Of the {checked} latest {checked:record|records}, {broken} would have findings when {broken:it is|they are} changed again:',
    'Von {checked:dem|den} {checked} neuesten {checked:Eintrag|Einträgen} {broken:hätte|hätten} {broken} Befunde, wenn {broken:er|sie} wieder geändert {broken:wird|werden}:',
    '{checked:Del|De los} {checked} {checked:último registro|últimos registros}, {broken} {broken:tendría|tendrían} hallazgos al cambiarse de nuevo:',
    'Van de {checked} laatste {checked:vastlegging|vastleggingen} {broken:zou|zouden} er {broken} bevindingen hebben als ze weer {broken:wordt|worden} gewijzigd:',
  ],
] as const satisfies TextTable

export type TextKey = (typeof TEXTS)[number][0] | CommonKey

export const useTexts = textsHook(TEXTS)
