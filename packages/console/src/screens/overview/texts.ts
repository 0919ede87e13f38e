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
  ['No records', 'Keine Einträge', 'Sin registros', 'Geen vastleggingen'],
  [
    'Your roles let you see no records.',
    'Mit Ihren Rollen sehen Sie keine Einträge.',
    'Sus roles no le permiten ver registros.',
    'Met uw rollen ziet u geen vastleggingen.',
  ],
  [
    'Load of the last three hours',
    'Last der letzten drei Stunden',
    'Carga de las últimas tres horas',
    'Belasting van de laatste drie uur',
  ],
  ['Requests in a minute', 'Anfragen je Minute', 'Solicitudes por minuto', 'Verzoeken per minuut'],
  [
    'Time of a request in milliseconds',
    'Dauer einer Anfrage in Millisekunden',
    'Duración de una solicitud en milisegundos',
    'Duur van een verzoek in milliseconden',
  ],
  [
    'The first minute is not over yet.',
    'Die erste Minute ist noch nicht vorbei.',
    'Aún no ha pasado el primer minuto.',
    'De eerste minuut is nog niet voorbij.',
  ],
  [
    '{requests} in the last minute; answers of 500 and above in three hours: {faults}',
    '{requests} in der letzten Minute; Antworten ab 500 in drei Stunden: {faults}',
    '{requests} en el último minuto; respuestas de 500 o más en tres horas: {faults}',
    '{requests} in de laatste minuut; antwoorden vanaf 500 in drie uur: {faults}',
  ],
  [
    'Half took at most {p50}, 95 % (dashed) at most {p95} in the last minute',
    'Die Hälfte brauchte höchstens {p50}, 95 % (gestrichelt) höchstens {p95} in der letzten Minute',
    'La mitad tardó como mucho {p50}, el 95 % (discontinua) como mucho {p95} en el último minuto',
    'De helft duurde hoogstens {p50}, 95 % (gestreept) hoogstens {p95} in de laatste minuut',
  ],
  ['Server and database', 'Server und Datenbank', 'Servidor y base de datos', 'Server en database'],
  ['Database size', 'Größe der Datenbank', 'Tamaño de la base de datos', 'Grootte van de database'],
  ['Lag of standbys', 'Rückstand der Standbys', 'Retraso de las réplicas', 'Achterstand van standby’s'],
  ['No standby follows.', 'Kein Standby folgt.', 'No sigue ninguna réplica.', 'Geen standby volgt.'],
  [
    '{name}: connected, lag unknown',
    '{name}: verbunden, Rückstand unbekannt',
    '{name}: conectada, retraso desconocido',
    '{name}: verbonden, achterstand onbekend',
  ],
  [
    '{name}: {seconds} s, {size} behind',
    '{name}: {seconds} s, {size} zurück',
    '{name}: {seconds} s, {size} de retraso',
    '{name}: {seconds} s, {size} achter',
  ],
  [
    'Kept for the slowest: {size}',
    'Für den langsamsten behalten: {size}',
    'Guardado para la más lenta: {size}',
    'Bewaard voor de traagste: {size}',
  ],
  ['Archive for backups', 'Archiv für Sicherungen', 'Archivo para copias', 'Archief voor back-ups'],
  [
    'Off: backups to a point in time are not possible.',
    'Aus: Sicherungen auf einen Zeitpunkt sind nicht möglich.',
    'Apagado: no hay copias a un punto en el tiempo.',
    'Uit: back-ups naar een tijdstip zijn niet mogelijk.',
  ],
  [
    'On, nothing archived yet.',
    'An, noch nichts archiviert.',
    'Encendido, nada archivado aún.',
    'Aan, nog niets gearchiveerd.',
  ],
  ['Last segment {time}', 'Letztes Segment {time}', 'Último segmento {time}', 'Laatste segment {time}'],
  ['failing: {count}', 'schlägt fehl: {count}', 'falla: {count}', 'mislukt: {count}'],
  [
    'The database does not say.',
    'Die Datenbank sagt es nicht.',
    'La base de datos no lo dice.',
    'De database zegt het niet.',
  ],
  ['Background jobs', 'Hintergrundarbeiten', 'Tareas de fondo', 'Achtergrondtaken'],
  ['Background job', 'Hintergrundarbeit', 'Tarea de fondo', 'Achtergrondtaak'],
  ['Failed', 'Fehlgeschlagen', 'Fallidas', 'Mislukt'],
  ['Last success', 'Letzter Erfolg', 'Último éxito', 'Laatste succes'],
] as const satisfies TextTable

export type TextKey = (typeof TEXTS)[number][0] | CommonKey

export const useTexts = textsHook(TEXTS)
