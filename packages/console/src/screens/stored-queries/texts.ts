/** Texts of stored queries. */
import type { TextTable } from '../../language/translate.ts'
import { textsHook } from '../../language/use-texts.ts'

export const TEXTS = [
  [
    'No stored queries',
    'Keine gespeicherten Abfragen',
    'Sin consultas guardadas',
    'Geen opgeslagen zoekvragen',
  ],
  [
    'Save one from the query workbench.',
    'Speichern Sie eine aus der Abfrage-Werkbank.',
    'Guarde una desde el banco de consultas.',
    'Sla er een op vanuit de zoekvraagwerkbank.',
  ],
  ['Version', 'Version', 'Versión', 'Versie'],
  ['Saved', 'Gespeichert am', 'Guardada', 'Opgeslagen'],
  ['Open', 'Öffnen', 'Abrir', 'Openen'],
  ['Delete', 'Löschen', 'Eliminar', 'Verwijderen'],
  ['Delete query', 'Abfrage löschen', 'Eliminar consulta', 'Zoekvraag wissen'],
  [
    'Clients that run {name} {version} will get an error. Type the name to confirm.',
    'Clients, die {name} {version} ausführen, bekommen einen Fehler. Geben Sie zur Bestätigung den Namen ein.',
    'Los clientes que ejecuten {name} {version} recibirán un error. Escriba el nombre para confirmar.',
    'Clients die {name} {version} uitvoeren, krijgen een fout. Typ de naam om te bevestigen.',
  ],
] as const satisfies TextTable

export const useTexts = textsHook(TEXTS)
