/** Texts of one EHR. */
import type { TextTable } from '../../language/translate.ts'
import { type CommonKey, textsHook } from '../../language/use-texts.ts'

export const TEXTS = [
  ['Patient', 'Patient', 'Paciente', 'Patiënt'],
  ['No subject', 'Kein Subjekt', 'Sin sujeto', 'Geen subject'],
  ['Born', 'Geboren', 'Nacimiento', 'Geboren'],
  ['Sex', 'Geschlecht', 'Sexo', 'Geslacht'],
  ['{age} years', '{age} Jahre', '{age} años', '{age} jaar'],
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
    'Only the latest {count} records are listed. A query finds the others.',
    'Nur die letzten {count} Einträge sind aufgeführt. Eine Abfrage findet die anderen.',
    'Solo se listan los últimos {count} registros. Una consulta encuentra los demás.',
    'Alleen de laatste {count} vastleggingen staan in de lijst. Een zoekvraag vindt de andere.',
  ],
  ['No trends yet', 'Noch keine Verläufe', 'Aún no hay tendencias', 'Nog geen trends'],
  [
    'A quantity that was recorded at least {count} times is drawn here.',
    'Eine Größe, die mindestens {count}-mal erfasst wurde, wird hier gezeichnet.',
    'Aquí se dibuja una magnitud registrada al menos {count} veces.',
    'Een grootheid die minstens {count} keer is vastgelegd, wordt hier getekend.',
  ],
  ['Show all {count}', 'Alle {count} zeigen', 'Mostrar los {count}', 'Alle {count} tonen'],
  [
    '{label}: {count} values from {low} to {high} {unit}',
    '{label}: {count} Werte von {low} bis {high} {unit}',
    '{label}: {count} valores de {low} a {high} {unit}',
    '{label}: {count} waarden van {low} tot {high} {unit}',
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
  ['read {count} times', 'las {count}-mal', 'leyó {count} veces', 'las {count} keer'],
  ['wrote {count} times', 'schrieb {count}-mal', 'escribió {count} veces', 'schreef {count} keer'],
  [
    'was refused {count} times',
    'wurde {count}-mal abgewiesen',
    'fue rechazado {count} veces',
    'werd {count} keer geweigerd',
  ],
  ['Somebody without a token', 'Jemand ohne Token', 'Alguien sin token', 'Iemand zonder token'],
  ['Hide', 'Verbergen', 'Ocultar', 'Verbergen'],
  ['Events', 'Ereignisse', 'Eventos', 'Gebeurtenissen'],
  [
    'These are the latest {count} events.',
    'Das sind die letzten {count} Ereignisse.',
    'Estos son los últimos {count} eventos.',
    'Dit zijn de laatste {count} gebeurtenissen.',
  ],
] as const satisfies TextTable

export type TextKey = (typeof TEXTS)[number][0] | CommonKey

export const useTexts = textsHook(TEXTS)
