/** Texts of exports, imports and verifications. */
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
    'Exports, imports and verifications run in this page. For very large ones use the command line: npx cairn export, npx cairn import, npx cairn verify.',
    'Exporte, Importe und Prüfungen laufen in dieser Seite. Für sehr große gibt es die Kommandozeile: npx cairn export, npx cairn import, npx cairn verify.',
    'Las exportaciones, importaciones y verificaciones corren en esta página. Para las muy grandes use la línea de órdenes: npx cairn export, npx cairn import, npx cairn verify.',
    'Exports, imports en controles draaien in deze pagina. Gebruik voor zeer grote de opdrachtregel: npx cairn export, npx cairn import, npx cairn verify.',
  ],
  [
    'The export is incomplete. Start it again.',
    'Der Export brach ab: Sein Ende fehlt. Starten Sie ihn erneut.',
    'La exportación se interrumpió: falta su final. Iníciela de nuevo.',
    'De export brak af: het einde ontbreekt. Start opnieuw.',
  ],
  [
    'This file is not an export of Cairn.',
    'Diese Datei ist kein Export von Cairn.',
    'Este archivo no es una exportación de Cairn.',
    'Dit bestand is geen export van Cairn.',
  ],
  [
    '{count} {count:line was|lines were} written.',
    '{count} {count:Zeile wurde|Zeilen wurden} geschrieben.',
    'Se {count:escribió|escribieron} {count} {count:línea|líneas}.',
    '{count} {count:regel is|regels zijn} geschreven.',
  ],
  [
    'Added {added}, already present {skipped}, rejected {rejected}.',
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
  ['Verify everything', 'Alles prüfen', 'Verificar todo', 'Alles controleren'],
  [
    'All records and the audit trail',
    'Alle Einträge und das Protokoll',
    'Todos los registros y la auditoría',
    'Alle vastleggingen en de audit',
  ],
  [
    'Definitions, accounts and rights',
    'Definitionen, Konten und Rechte',
    'Definiciones, cuentas y derechos',
    'Definities, accounts en rechten',
  ],
  ['Seals of the audit trail', 'Siegel des Protokolls', 'Sellos de la auditoría', 'Zegels van de audit'],
  ['faults found', 'Fehler gefunden', 'fallos encontrados', 'fouten gevonden'],
  [
    'The verification was interrupted. Start it again.',
    'Die Prüfung brach ab: Ihr Ergebnis fehlt. Starten Sie sie erneut.',
    'La verificación se interrumpió: falta su resultado. Iníciela de nuevo.',
    'De controle brak af: het resultaat ontbreekt. Start opnieuw.',
  ],
  [
    '{versions} {versions:version|versions} and {events} audit {events:event|events} were checked.',
    '{versions} {versions:Version|Versionen} und {events} {events:Ereignis|Ereignisse} des Protokolls wurden geprüft.',
    'Se comprobaron {versions} {versions:versión|versiones} y {events} {events:evento|eventos} de auditoría.',
    '{versions} {versions:versie|versies} en {events} {events:gebeurtenis|gebeurtenissen} van de audit zijn gecontroleerd.',
  ],
  [
    'All are as they were written.',
    'Alle sind, wie sie geschrieben wurden.',
    'Todos están como se escribieron.',
    'Alle zijn zoals ze geschreven zijn.',
  ],
  ['Faults: {count}.', 'Fehler: {count}.', 'Fallos: {count}.', 'Fouten: {count}.'],
  [
    'End of the audit trail, to be kept elsewhere: {head}',
    'Ende des Protokolls, anderswo aufzubewahren: {head}',
    'Final de la auditoría, para guardar en otro lugar: {head}',
    'Einde van de audit, om elders te bewaren: {head}',
  ],
] as const satisfies TextTable

export type TextKey = (typeof TEXTS)[number][0] | CommonKey

export const useTexts = textsHook(TEXTS)
