/** Texts of the tail of events. */
import type { TextTable } from '../../language/translate.ts'
import { textsHook } from '../../language/use-texts.ts'

export const TEXTS = [
  ['Follow', 'Folgen', 'Seguir', 'Volgen'],
  ['Types of events', 'Arten von Ereignissen', 'Tipos de eventos', 'Soorten gebeurtenissen'],
  ['Event', 'Ereignis', 'Evento', 'Gebeurtenis'],
  ['Committed by', 'Gespeichert von', 'Guardado por', 'Vastgelegd door'],
  [
    'Waiting for the next change',
    'Wartet auf die nächste Änderung',
    'Esperando el próximo cambio',
    'Wacht op de volgende wijziging',
  ],
  [
    'Events appear here as they are committed, the newest first. Records that you may not read bring none.',
    'Hier erscheinen Ereignisse, sobald sie gespeichert sind, das neueste zuerst. Einträge, die Sie nicht lesen dürfen, bringen keine.',
    'Los eventos aparecen aquí en cuanto se guardan, el más reciente primero. Los registros que no puede leer no generan ninguno.',
    'Gebeurtenissen verschijnen hier zodra ze zijn vastgelegd, de nieuwste eerst. Vastleggingen die u niet mag lezen, geven er geen.',
  ],
  ['Nothing is followed', 'Es wird nicht gefolgt', 'No se sigue nada', 'Er wordt niets gevolgd'],
] as const satisfies TextTable

export const useTexts = textsHook(TEXTS)
