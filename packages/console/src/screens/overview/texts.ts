/** Texts of the overview. */
import type { TextTable } from '../../language/translate.ts'
import { type CommonKey, textsHook } from '../../language/use-texts.ts'

export const TEXTS = [
  [
    'Records committed in the last 24 hours',
    'In den letzten 24 Stunden gespeicherte Einträge',
    'Registros de las últimas 24 horas',
    'Vastleggingen van de laatste 24 uur',
  ],
  [
    '{count} {count:commit|commits}',
    '{count} {count:Speicherung|Speicherungen}',
    '{count} {count:registro|registros}',
    '{count} {count:vastlegging|vastleggingen}',
  ],
  ['Slowest queries', 'Langsamste Abfragen', 'Consultas más lentas', 'Traagste zoekvragen'],
  ['Slowest', 'Am langsamsten', 'La más lenta', 'Traagste'],
  ['Mean', 'Mittel', 'Media', 'Gemiddeld'],
  ['Runs', 'Läufe', 'Ejecuciones', 'Uitvoeringen'],
  ['Last', 'Zuletzt', 'Última', 'Laatst'],
  [
    'No query has run yet.',
    'Noch keine Abfrage wurde ausgeführt.',
    'Aún no se ha ejecutado ninguna consulta.',
    'Er is nog geen zoekvraag uitgevoerd.',
  ],
  ['Ready', 'Bereit', 'Listo', 'Gereed'],
  ['Not ready', 'Nicht bereit', 'No listo', 'Niet gereed'],
  [
    'Requests and their times',
    'Anfragen und ihre Dauer',
    'Peticiones y su duración',
    'Verzoeken en hun duur',
  ],
  ['Number', 'Zahl', 'Número', 'Getal'],
  ['Faults', 'Fehler', 'Fallos', 'Fouten'],
  [
    'Load the demo hospital',
    'Demo-Krankenhaus laden',
    'Cargar el hospital de demostración',
    'Demoziekenhuis laden',
  ],
  [
    'Load the demo hospital to try things: 20 made-up patients with their records, templates and queries. Or create the first EHR.',
    'Laden Sie das Demo-Krankenhaus zum Ausprobieren: 20 erfundene Patienten mit Einträgen, Templates und Abfragen. Oder legen Sie die erste Akte an.',
    'Cargue el hospital de demostración para probar: 20 pacientes inventados con registros, plantillas y consultas. O cree la primera historia.',
    'Laad het demoziekenhuis om te proberen: 20 verzonnen patiënten met vastleggingen, templates en zoekvragen. Of maak het eerste dossier.',
  ],
  [
    'No EHR in reach',
    'Keine Akte in Reichweite',
    'Ninguna historia al alcance',
    'Geen dossier binnen bereik',
  ],
  [
    'There is no EHR here that you may see. If you expect one, ask an administrator.',
    'Hier gibt es keine Akte, die Sie sehen dürfen. Wenn Sie eine erwarten, fragen Sie in der Verwaltung nach.',
    'Aquí no hay ninguna historia que pueda ver. Si espera alguna, pregunte a quien administra.',
    'Hier is geen dossier dat u mag zien. Verwacht u er een, vraag het dan aan een beheerder.',
  ],
] as const satisfies TextTable

export type TextKey = (typeof TEXTS)[number][0] | CommonKey

export const useTexts = textsHook(TEXTS)
