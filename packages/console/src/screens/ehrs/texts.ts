/** Texts of the list of EHRs. */
import type { TextTable } from '../../language/translate.ts'
import { textsHook } from '../../language/use-texts.ts'

export const TEXTS = [
  ['Create EHR', 'Akte anlegen', 'Crear historia', 'Dossier maken'],
  ['Patient', 'Patient', 'Paciente', 'Patiënt'],
  ['Born', 'Geboren', 'Nacimiento', 'Geboren'],
  ['Patient number', 'Patientennummer', 'Número de paciente', 'Patiëntnummer'],
  ['Namespace', 'Namensraum', 'Espacio de nombres', 'Namespace'],
  ['Created from', 'Angelegt ab', 'Creada desde', 'Gemaakt vanaf'],
  ['Created before', 'Angelegt vor', 'Creada antes de', 'Gemaakt voor'],
  [
    'EHR id or subject id',
    'Akten-ID oder Subjekt-ID',
    'ID de historia o ID del sujeto',
    'Dossier-id of subject-id',
  ],
  [
    '{shown} {count:EHR|EHRs}',
    '{shown} {count:Akte|Akten}',
    '{shown} {count:historia|historias}',
    '{shown} {count:dossier|dossiers}',
  ],
  ['No EHR matches', 'Keine Akte passt', 'Ninguna historia coincide', 'Geen dossier past'],
  [
    'Remove a filter, or look for another id.',
    'Entfernen Sie einen Filter, oder suchen Sie eine andere ID.',
    'Quite un filtro o busque otro ID.',
    'Verwijder een filter of zoek een ander id.',
  ],
  ['Remove filters', 'Filter entfernen', 'Quitar filtros', 'Filters verwijderen'],
  [
    'Optional: who this EHR is about',
    'Optional: um wen es in dieser Akte geht',
    'Opcional: de quién trata esta historia',
    'Optioneel: over wie dit dossier gaat',
  ],
  [
    'The EHR can be changed',
    'Die Akte kann geändert werden',
    'La historia se puede modificar',
    'Het dossier kan gewijzigd worden',
  ],
  [
    'The EHR is found by queries',
    'Abfragen finden die Akte',
    'Las consultas encuentran la historia',
    'Zoekvragen vinden het dossier',
  ],
] as const satisfies TextTable

export const useTexts = textsHook(TEXTS)
