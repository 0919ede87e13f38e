/** Texts of a composition. */
import type { TextTable } from '../../language/translate.ts'
import { type CommonKey, textsHook } from '../../language/use-texts.ts'

export const TEXTS = [
  ['Readable', 'Lesbar', 'Legible', 'Leesbaar'],
  ['STRUCTURED', 'STRUCTURED', 'STRUCTURED', 'STRUCTURED'],
  ['Changes', 'Änderungen', 'Cambios', 'Wijzigingen'],
  ['Contents', 'Inhalt', 'Contenido', 'Inhoud'],
  ['Context', 'Kontext', 'Contexto', 'Context'],
  ['Location', 'Ort', 'Lugar', 'Locatie'],
  ['Facility', 'Einrichtung', 'Centro', 'Instelling'],
  ['Protocol', 'Vorgehen', 'Protocolo', 'Protocol'],
  ['Narrative', 'Beschreibung', 'Narración', 'Beschrijving'],
  ['Expires', 'Gültig bis', 'Caduca', 'Verloopt'],
  ['Timing', 'Zeitplan', 'Pauta', 'Tijdschema'],
  ['Careflow step', 'Behandlungsschritt', 'Paso asistencial', 'Zorgstap'],
  ['Provider', 'Quelle', 'Proveedor', 'Bron'],
  ['Participation', 'Beteiligung', 'Participación', 'Deelname'],
  ['Link', 'Verweis', 'Enlace', 'Verwijzing'],
  ['Width', 'Dauer', 'Duración', 'Duur'],
  ['Statistic', 'Statistik', 'Estadístico', 'Statistiek'],
  ['Guideline', 'Leitlinie', 'Guía', 'Richtlijn'],
  ['Version {number}', 'Version {number}', 'Versión {number}', 'Versie {number}'],
  [
    'Version {number} of {total}',
    'Version {number} von {total}',
    'Versión {number} de {total}',
    'Versie {number} van {total}',
  ],
  [
    'This is version {number} of {time}. It has been replaced.',
    'Dies ist Version {number} vom {time}. Sie wurde ersetzt.',
    'Esta es la versión {number} del {time}. Ha sido reemplazada.',
    'Dit is versie {number} van {time}. Ze is vervangen.',
  ],
  ['Go to the latest version', 'Zur neuesten Version', 'Ir a la última versión', 'Naar de laatste versie'],
  ['Deleted record', 'Gelöschter Eintrag', 'Registro eliminado', 'Verwijderde vastlegging'],
  [
    'This version deleted the record. Earlier versions still have it.',
    'Diese Version hat den Eintrag gelöscht. Frühere Versionen haben ihn noch.',
    'Esta versión eliminó el registro. Las versiones anteriores aún lo tienen.',
    'Deze versie heeft de vastlegging verwijderd. Eerdere versies hebben ze nog.',
  ],
  [
    'There is no such version',
    'Diese Version gibt es nicht',
    'Esta versión no existe',
    'Deze versie bestaat niet',
  ],
  ['First version', 'Erste Version', 'Primera versión', 'Eerste versie'],
  [
    'There is no earlier version to compare with.',
    'Es gibt keine frühere Version zum Vergleichen.',
    'No hay una versión anterior con la que comparar.',
    'Er is geen eerdere versie om mee te vergelijken.',
  ],
  ['Compared with', 'Verglichen mit', 'Comparada con', 'Vergeleken met'],
  ['No difference', 'Kein Unterschied', 'Sin diferencias', 'Geen verschil'],
  [
    'Both versions say the same.',
    'Beide Versionen sagen dasselbe.',
    'Ambas versiones dicen lo mismo.',
    'Beide versies zeggen hetzelfde.',
  ],
  ['As text', 'Als Text', 'Como texto', 'Als tekst'],
  ['changed', 'geändert', 'cambiado', 'gewijzigd'],
  ['added', 'hinzugefügt', 'añadido', 'toegevoegd'],
  ['removed', 'entfernt', 'quitado', 'verwijderd'],
  ['Description', 'Beschreibung der Änderung', 'Descripción', 'Omschrijving'],
  ['Signature valid', 'Signatur gültig', 'Firma válida', 'Handtekening geldig'],
  ['Signature invalid', 'Signatur ungültig', 'Firma no válida', 'Handtekening ongeldig'],
  [
    'Signed with an unknown key',
    'Mit unbekanntem Schlüssel signiert',
    'Firmado con una clave desconocida',
    'Met onbekende sleutel ondertekend',
  ],
  [
    'Signature not checked by this browser',
    'Signatur von diesem Browser nicht geprüft',
    'Firma no comprobada por este navegador',
    'Handtekening niet gecontroleerd door deze browser',
  ],
] as const satisfies TextTable

export type TextKey = (typeof TEXTS)[number][0] | CommonKey

export const useTexts = textsHook(TEXTS)
