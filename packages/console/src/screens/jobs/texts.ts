/** Texts of exports and imports. */
import type { TextTable } from '../../language/translate.ts'
import { type CommonKey, textsHook } from '../../language/use-texts.ts'

export const TEXTS = [
  ['New export', 'Neuer Export', 'Nueva exportación', 'Nieuwe export'],
  ['Import a file', 'Datei importieren', 'Importar un archivo', 'Bestand importeren'],
  ['Start export', 'Export starten', 'Iniciar exportación', 'Export starten'],
  ['Export', 'Export', 'Exportación', 'Export'],
  ['Import', 'Import', 'Importación', 'Import'],
  ['All records', 'Alle Einträge', 'Todos los registros', 'Alle vastleggingen'],
  ['Some EHRs', 'Einige Akten', 'Algunas historias', 'Enkele dossiers'],
  ['EHRs of a query', 'Akten einer Abfrage', 'Historias de una consulta', 'Dossiers van een zoekvraag'],
  ['What to export', 'Was exportiert wird', 'Qué exportar', 'Wat te exporteren'],
  [
    'Ids of EHRs, one for each line',
    'IDs von Akten, eine je Zeile',
    'IDs de historias, uno por línea',
    'Id’s van dossiers, één per regel',
  ],
  [
    'AQL with a column of e/ehr_id/value',
    'AQL mit einer Spalte e/ehr_id/value',
    'AQL con una columna e/ehr_id/value',
    'AQL met een kolom e/ehr_id/value',
  ],
  ['No jobs yet', 'Noch keine Aufträge', 'Aún no hay tareas', 'Nog geen taken'],
  [
    'Exports and imports run in this page. For very large ones use the command line: npx cairn export, npx cairn import.',
    'Exporte und Importe laufen in dieser Seite. Für sehr große gibt es die Kommandozeile: npx cairn export, npx cairn import.',
    'Las exportaciones e importaciones corren en esta página. Para las muy grandes use la línea de órdenes: npx cairn export, npx cairn import.',
    'Exports en imports draaien in deze pagina. Gebruik voor zeer grote de opdrachtregel: npx cairn export, npx cairn import.',
  ],
  [
    'The export broke off: its end is missing. Start it again.',
    'Der Export brach ab: Sein Ende fehlt. Starten Sie ihn erneut.',
    'La exportación se interrumpió: falta su final. Iníciela de nuevo.',
    'De export brak af: het einde ontbreekt. Start opnieuw.',
  ],
  [
    'This file is no export of Cairn.',
    'Diese Datei ist kein Export von Cairn.',
    'Este archivo no es una exportación de Cairn.',
    'Dit bestand is geen export van Cairn.',
  ],
  [
    '{count} lines were written.',
    '{count} Zeilen wurden geschrieben.',
    'Se escribieron {count} líneas.',
    '{count} regels zijn geschreven.',
  ],
  [
    'Added {added}, there already {skipped}, rejected {rejected}.',
    'Hinzugefügt {added}, schon da {skipped}, abgelehnt {rejected}.',
    'Añadidos {added}, ya presentes {skipped}, rechazados {rejected}.',
    'Toegevoegd {added}, al aanwezig {skipped}, geweigerd {rejected}.',
  ],
  ['running', 'läuft gerade', 'en marcha', 'bezig'],
  ['done', 'fertig', 'terminada', 'klaar'],
  ['failed', 'fehlgeschlagen', 'fallida', 'mislukt'],
  ['stopped', 'angehalten', 'detenida', 'gestopt'],
  ['Stop', 'Anhalten', 'Detener', 'Stoppen'],
  ['Line {line}', 'Zeile {line}', 'Línea {line}', 'Regel {line}'],
  ['Verification', 'Prüfung', 'Verificación', 'Controle'],
  [
    'The signatures of all versions and the seals of the audit trail are checked by an operator, with this command on the server:',
    'Die Signaturen aller Versionen und die Siegel des Protokolls prüft der Betreiber mit diesem Befehl auf dem Server:',
    'Las firmas de todas las versiones y los sellos de la auditoría los comprueba el operador con esta orden en el servidor:',
    'De handtekeningen van alle versies en de zegels van de audit controleert de beheerder met deze opdracht op de server:',
  ],
] as const satisfies TextTable

export type TextKey = (typeof TEXTS)[number][0] | CommonKey

export const useTexts = textsHook(TEXTS)
