/** Texts of datamaps. */
import type { TextTable } from '../../language/translate.ts'
import { type CommonKey, textsHook } from '../../language/use-texts.ts'

export const TEXTS = [
  ['New datamap', 'Neue Datamap', 'Nueva datamap', 'Nieuwe datamap'],
  ['No datamaps yet', 'Noch keine Datamaps', 'Aún no hay datamaps', 'Nog geen datamaps'],
  [
    'A datamap shows the records of a template as a table, with columns that you choose.',
    'Eine Datamap zeigt die Einträge eines Templates als Tabelle, mit Spalten Ihrer Wahl.',
    'Una datamap muestra los registros de una plantilla como tabla, con las columnas que elija.',
    'Een datamap toont de vastleggingen van een template als tabel, met kolommen naar keuze.',
  ],
  ['Table', 'Tabelle', 'Tabla', 'Tabel'],
  ['Definition', 'Definition', 'Definición', 'Definitie'],
  ['Schema', 'Schema', 'Esquema', 'Schema'],
  ['Save datamap', 'Datamap speichern', 'Guardar datamap', 'Datamap opslaan'],
  ['Delete datamap', 'Datamap löschen', 'Eliminar datamap', 'Datamap verwijderen'],
  [
    'Programs that use the datamap {name} will get an error; its records stay. Type the name to confirm.',
    'Programme, die die Datamap {name} benutzen, bekommen einen Fehler; ihre Einträge bleiben. Geben Sie zur Bestätigung den Namen ein.',
    'Los programas que usen la datamap {name} recibirán un error; sus registros se quedan. Escriba el nombre para confirmar.',
    'Programma’s die de datamap {name} gebruiken, krijgen een fout; de vastleggingen blijven. Typ de naam om te bevestigen.',
  ],
  ['Columns', 'Spalten', 'Columnas', 'Kolommen'],
  ['Column', 'Spalte', 'Columna', 'Kolom'],
  ['Remove column {name}', 'Spalte {name} entfernen', 'Quitar columna {name}', 'Kolom {name} verwijderen'],
  ['Add a column', 'Spalte hinzufügen', 'Añadir una columna', 'Kolom toevoegen'],
  ['Preview', 'Vorschau', 'Vista previa', 'Voorbeeld'],
  [
    'The first records, as the columns above show them',
    'Die ersten Einträge, wie die Spalten oben sie zeigen',
    'Los primeros registros, como los muestran las columnas de arriba',
    'De eerste vastleggingen, zoals de kolommen hierboven ze tonen',
  ],
  [
    'No record of this template yet.',
    'Noch kein Eintrag dieses Templates.',
    'Aún no hay registros de esta plantilla.',
    'Nog geen vastlegging van deze template.',
  ],
  ['Version {version}', 'Version {version}', 'Versión {version}', 'Versie {version}'],
  [
    '{shown} {count:record|records}',
    '{shown} {count:Eintrag|Einträge}',
    '{shown} {count:registro|registros}',
    '{shown} {count:vastlegging|vastleggingen}',
  ],
  ['Patient', 'Patient', 'Paciente', 'Patiënt'],
  ['Filter {name}', '{name} filtern', 'Filtrar {name}', '{name} filteren'],
  ['part of a text', 'Teil eines Textes', 'parte de un texto', 'deel van een tekst'],
  ['such as >= 120', 'etwa >= 120', 'como >= 120', 'zoals >= 120'],
  ['Sort by {name}', 'Nach {name} sortieren', 'Ordenar por {name}', 'Sorteren op {name}'],
  ['Edit {name}', '{name} ändern', 'Editar {name}', '{name} bewerken'],
  ['Add record', 'Eintrag hinzufügen', 'Añadir registro', 'Vastlegging toevoegen'],
  ['Delete record', 'Eintrag löschen', 'Eliminar registro', 'Vastlegging verwijderen'],
  [
    'The record of {patient} will be deleted; its earlier versions stay. Type the name to confirm.',
    'Der Eintrag von {patient} wird gelöscht; frühere Versionen bleiben. Geben Sie zur Bestätigung den Namen ein.',
    'Se eliminará el registro de {patient}; sus versiones anteriores se quedan. Escriba el nombre para confirmar.',
    'De vastlegging van {patient} wordt verwijderd; eerdere versies blijven. Typ de naam om te bevestigen.',
  ],
  [
    'Changes not yet written: {count}',
    'Noch nicht geschriebene Änderungen: {count}',
    'Cambios sin escribir: {count}',
    'Nog niet geschreven wijzigingen: {count}',
  ],
  ['Write changes', 'Änderungen schreiben', 'Escribir cambios', 'Wijzigingen schrijven'],
  ['Discard', 'Verwerfen', 'Descartar', 'Weggooien'],
  [
    'Each record gets a new version. This will be written:',
    'Jeder Eintrag bekommt eine neue Version. Das wird geschrieben:',
    'Cada registro recibe una nueva versión. Se escribirá:',
    'Elke vastlegging krijgt een nieuwe versie. Dit wordt geschreven:',
  ],
  ['empty', 'leer', 'vacío', 'leeg'],
  ['Id of the EHR', 'ID der Akte', 'ID de la historia', 'Id van het dossier'],
  ['Yes', 'Ja', 'Sí', 'Ja'],
  ['No', 'Nein', 'No', 'Nee'],
] as const satisfies TextTable

export type TextKey = (typeof TEXTS)[number][0] | CommonKey

export const useTexts = textsHook(TEXTS)
