/** Texts of one EHR. */
import type { TextTable } from '../../language/translate.ts'
import { type CommonKey, textsHook } from '../../language/use-texts.ts'

export const TEXTS = [
  ['Patient', 'Patient', 'Paciente', 'Patiënt'],
  ['No subject', 'Kein Subjekt', 'Sin sujeto', 'Geen subject'],
  ['Born', 'Geboren', 'Nacimiento', 'Geboren'],
  ['Sex', 'Geschlecht', 'Sexo', 'Geslacht'],
  ['{age} {age:year|years}', '{age} {age:Jahr|Jahre}', '{age} {age:año|años}', '{age} jaar'],
  ['Status', 'Status', 'Estado', 'Status'],
  ['Not modifiable', 'Nicht änderbar', 'No modificable', 'Niet wijzigbaar'],
  ['Not queryable', 'Nicht abfragbar', 'No consultable', 'Niet doorzoekbaar'],
  [
    'Lock against changes',
    'Gegen Änderungen sperren',
    'Bloquear contra cambios',
    'Vergrendelen tegen wijzigingen',
  ],
  [
    'Allow changes again',
    'Änderungen wieder erlauben',
    'Permitir cambios de nuevo',
    'Wijzigingen weer toestaan',
  ],
  ['Hide from queries', 'Vor Abfragen verbergen', 'Ocultar a las consultas', 'Verbergen voor zoekvragen'],
  [
    'Show to queries again',
    'Abfragen wieder zeigen',
    'Mostrar de nuevo a las consultas',
    'Weer tonen aan zoekvragen',
  ],
  ['Trends', 'Verläufe', 'Tendencias', 'Trends'],
  ['Directory', 'Verzeichnis', 'Directorio', 'Mappen'],
  ['Contributions', 'Beiträge', 'Contribuciones', 'Bijdragen'],
  ['Tags', 'Markierungen', 'Etiquetas', 'Labels'],
  ['Episodes', 'Episoden', 'Episodios', 'Episodes'],
  ['Episode', 'Episode', 'Episodio', 'Episode'],
  ['Who saw this record', 'Wer diese Akte sah', 'Quién vio esta historia', 'Wie dit dossier zag'],
  [
    'This EHR has no compositions.',
    'Diese Akte hat keine Einträge.',
    'Esta historia no tiene registros.',
    'Dit dossier heeft geen vastleggingen.',
  ],
  [
    'Only the latest {count} {count:record is|records are} listed. A query finds the others.',
    'Nur {count:der letzte|die letzten} {count} {count:Eintrag ist|Einträge sind} aufgeführt. Eine Abfrage findet die anderen.',
    'Solo se {count:lista el último|listan los últimos} {count} {count:registro|registros}. Una consulta encuentra los demás.',
    'Alleen de laatste {count} {count:vastlegging staat|vastleggingen staan} in de lijst. Een zoekvraag vindt de andere.',
  ],
  ['No trends yet', 'Noch keine Verläufe', 'Aún no hay tendencias', 'Nog geen trends'],
  [
    'A quantity that was recorded at least {count} {count:time|times} is drawn here.',
    'Eine Größe, die mindestens {count}-mal erfasst wurde, wird hier gezeichnet.',
    'Aquí se dibuja una magnitud registrada al menos {count} {count:vez|veces}.',
    'Een grootheid die minstens {count} keer is vastgelegd, wordt hier getekend.',
  ],
  ['Show all {count}', 'Alle {count} zeigen', 'Mostrar los {count}', 'Alle {count} tonen'],
  [
    '{label}: {count} {count:value|values} from {low} to {high} {unit}',
    '{label}: {count} {count:Wert|Werte} von {low} bis {high} {unit}',
    '{label}: {count} {count:valor|valores} de {low} a {high} {unit}',
    '{label}: {count} {count:waarde|waarden} van {low} tot {high} {unit}',
  ],
  ['No directory', 'Kein Verzeichnis', 'Sin directorio', 'Geen mappen'],
  [
    'The records of this EHR are not in folders.',
    'Niemand hat die Einträge dieser Akte in Ordner gelegt.',
    'Nadie ha puesto los registros de esta historia en carpetas.',
    'Niemand heeft de vastleggingen van dit dossier in mappen gezet.',
  ],
  ['No contributions', 'Keine Beiträge', 'Sin contribuciones', 'Geen bijdragen'],
  ['No tags', 'Keine Markierungen', 'Sin etiquetas', 'Geen labels'],
  [
    'Clients can mark records with tags; this EHR has none.',
    'Clients können Einträge markieren; bisher hat es keiner getan.',
    'Los clientes pueden etiquetar registros; ninguno lo ha hecho.',
    'Clients kunnen vastleggingen labelen; geen heeft dat gedaan.',
  ],
  ['Key', 'Schlüssel', 'Clave', 'Sleutel'],
  ['Value', 'Wert', 'Valor', 'Waarde'],
  ['On', 'An', 'En', 'Op'],
  ['open', 'offen', 'abierto', 'open'],
  ['inactive', 'inaktiv', 'inactivo', 'inactief'],
  [
    'read {count} {count:time|times}',
    'las {count}-mal',
    'leyó {count} {count:vez|veces}',
    'las {count} keer',
  ],
  [
    'wrote {count} {count:time|times}',
    'schrieb {count}-mal',
    'escribió {count} {count:vez|veces}',
    'schreef {count} keer',
  ],
  [
    'was refused {count} {count:time|times}',
    'wurde {count}-mal abgewiesen',
    'fue rechazado {count} {count:vez|veces}',
    'werd {count} keer geweigerd',
  ],
  ['Somebody without a token', 'Jemand ohne Token', 'Alguien sin token', 'Iemand zonder token'],
  ['Hide', 'Verbergen', 'Ocultar', 'Verbergen'],
  ['Events', 'Ereignisse', 'Eventos', 'Gebeurtenissen'],
  [
    '{count:This is|These are} the latest {count} {count:event|events}.',
    'Das {count:ist das letzte|sind die letzten} {count} {count:Ereignis|Ereignisse}.',
    '{count:Este es el último|Estos son los últimos} {count} {count:evento|eventos}.',
    'Dit {count:is|zijn} de laatste {count} {count:gebeurtenis|gebeurtenissen}.',
  ],
] as const satisfies TextTable

export type TextKey = (typeof TEXTS)[number][0] | CommonKey

export const useTexts = textsHook(TEXTS)
