/** Texts of emergency accesses. */
import type { TextTable } from '../../language/translate.ts'
import { type CommonKey, textsHook } from '../../language/use-texts.ts'

export const TEXTS = [
  [
    'People with a role for assigned EHRs can take an hour’s access to another EHR. Each access is listed here until somebody has reviewed it.',
    'Wer eine Rolle für zugewiesene Akten hat, kann im Notfall für eine Stunde Zugriff auf eine andere Akte nehmen. Jeder Zugriff steht hier, bis ihn jemand geprüft hat.',
    'Quien tiene un rol para historias asignadas puede tomar acceso a otra historia durante una hora. Cada acceso figura aquí hasta que alguien lo revise.',
    'Wie een rol heeft voor toegewezen dossiers, kan een uur toegang nemen tot een ander dossier. Elke toegang staat hier tot iemand die heeft beoordeeld.',
  ],
  ['Without a review', 'Ohne Prüfung', 'Sin revisión', 'Zonder beoordeling'],
  ['open now', 'jetzt offen', 'abierto ahora', 'nu open'],
  ['waits for a review', 'wartet auf Prüfung', 'espera revisión', 'wacht op beoordeling'],
  ['reviewed', 'geprüft', 'revisado', 'beoordeeld'],
  ['What was seen', 'Was gesehen wurde', 'Lo que se vio', 'Wat gezien werd'],
  [
    'read {reads}, written {writes}, refused {refused}',
    'gelesen {reads}, geschrieben {writes}, abgelehnt {refused}',
    'leídos {reads}, escritos {writes}, rechazados {refused}',
    'gelezen {reads}, geschreven {writes}, geweigerd {refused}',
  ],
  [
    'Nothing was done with this access.',
    'Mit diesem Zugriff wurde nichts getan.',
    'No se hizo nada con este acceso.',
    'Met deze toegang is niets gedaan.',
  ],
  [
    'There are more events: the audit trail has all of them.',
    'Es gibt weitere Ereignisse: Das Protokoll hat alle.',
    'Hay más eventos: la auditoría los tiene todos.',
    'Er zijn meer gebeurtenissen: de audit heeft ze alle.',
  ],
  ['Mark as reviewed', 'Als geprüft vermerken', 'Marcar como revisado', 'Als beoordeeld vermelden'],
  ['Result of the review', 'Ergebnis der Prüfung', 'Resultado de la revisión', 'Uitkomst van de beoordeling'],
  [
    'It is stored with the access and cannot be undone.',
    'Es bleibt beim Zugriff und lässt sich nicht zurücknehmen.',
    'Queda con el acceso y no se puede retirar.',
    'Het blijft bij de toegang en kan niet worden teruggenomen.',
  ],
  [
    'Reviewed by {person}, {time}',
    'Geprüft von {person}, {time}',
    'Revisado por {person}, {time}',
    'Beoordeeld door {person}, {time}',
  ],
  [
    'No access waits for a review',
    'Kein Zugriff wartet auf Prüfung',
    'Ningún acceso espera revisión',
    'Geen toegang wacht op beoordeling',
  ],
  [
    'Nobody has taken access in an emergency',
    'Niemand hat im Notfall Zugriff genommen',
    'Nadie ha tomado acceso de emergencia',
    'Niemand heeft in nood toegang genomen',
  ],
] as const satisfies TextTable

export type TextKey = (typeof TEXTS)[number][0] | CommonKey

export const useTexts = textsHook(TEXTS)
