/** Texts of the audit trail. */
import type { TextTable } from '../../language/translate.ts'
import { textsHook } from '../../language/use-texts.ts'

export const TEXTS = [
  ['More', 'Mehr', 'Más', 'Meer'],
  [
    'Export all found',
    'Alles Gefundene exportieren',
    'Exportar todo lo hallado',
    'Alles gevonden exporteren',
  ],
  [
    'The file has the latest {count} {count:event|events}. For more, use the command cairn audit --all.',
    'Die Datei hat {count:das letzte|die letzten} {count} {count:Ereignis|Ereignisse}. Für mehr gibt es den Befehl cairn audit --all.',
    'El archivo tiene {count:el último|los últimos} {count} {count:evento|eventos}. Para más, use la orden cairn audit --all.',
    'Het bestand heeft de laatste {count} {count:gebeurtenis|gebeurtenissen}. Gebruik voor meer de opdracht cairn audit --all.',
  ],
  [
    'Patient or EHR id',
    'Patientin, Patient oder Akten-ID',
    'Paciente o ID de la historia',
    'Patiënt of dossier-id',
  ],
  [
    'Several patients are found by this text.',
    'Dieser Text findet mehrere Patienten.',
    'Este texto encuentra varios pacientes.',
    'Deze tekst vindt meerdere patiënten.',
  ],
  ['Operation', 'Vorgang', 'Operación', 'Bewerking'],
  ['Who', 'Wer', 'Quién', 'Wie'],
] as const satisfies TextTable

export const useTexts = textsHook(TEXTS)
