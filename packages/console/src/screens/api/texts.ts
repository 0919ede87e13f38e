/** Texts of the reader of the API. */
import type { TextTable } from '../../language/translate.ts'
import { textsHook } from '../../language/use-texts.ts'

export const TEXTS = [
  ['Search operations', 'Operationen suchen', 'Buscar operaciones', 'Operaties zoeken'],
  [
    '{count} {count:operation|operations}',
    '{count} {count:Operation|Operationen}',
    '{count} {count:operación|operaciones}',
    '{count} {count:operatie|operaties}',
  ],
  ['Choose an operation', 'Wählen Sie eine Operation', 'Elija una operación', 'Kies een operatie'],
  [
    'Every operation of this server, with its parameters and answers. Try it here with your own rights.',
    'Jede Operation dieses Servers, mit Parametern und Antworten. Sie kann hier mit Ihren eigenen Rechten ausprobiert werden.',
    'Cada operación de este servidor, con sus parámetros y respuestas. Puede probarse aquí con sus propios permisos.',
    'Elke operatie van deze server, met parameters en antwoorden. U kunt ze hier met uw eigen rechten proberen.',
  ],
  [
    'Needs the right {scope}',
    'Braucht das Recht {scope}',
    'Necesita el permiso {scope}',
    'Vereist het recht {scope}',
  ],
  ['Needs no right', 'Braucht kein Recht', 'No necesita permiso', 'Vereist geen recht'],
  ['Parameters', 'Parameter', 'Parámetros', 'Parameters'],
  ['Body', 'Inhalt', 'Cuerpo', 'Inhoud'],
  ['Media type', 'Medientyp', 'Tipo de medio', 'Mediatype'],
  ['Answers', 'Antworten', 'Respuestas', 'Antwoorden'],
  ['Answer', 'Antwort', 'Respuesta', 'Antwoord'],
  ['Send request', 'Anfrage senden', 'Enviar petición', 'Verzoek versturen'],
  [
    'This request changes data on the server.',
    'Diese Anfrage ändert Daten auf dem Server.',
    'Esta petición cambia datos en el servidor.',
    'Dit verzoek wijzigt gegevens op de server.',
  ],
  ['OpenAPI description', 'OpenAPI-Beschreibung', 'Descripción OpenAPI', 'OpenAPI-beschrijving'],
] as const satisfies TextTable

export const useTexts = textsHook(TEXTS)
