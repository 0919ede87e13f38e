/** Texts of people and organisations. */
import type { TextTable } from '../../language/translate.ts'
import { type CommonKey, textsHook } from '../../language/use-texts.ts'

export const TEXTS = [
  ['Find a person', 'Person suchen', 'Buscar una persona', 'Persoon zoeken'],
  [
    'Type a name, a birth date or a number. One misspelt letter is tolerated.',
    'Geben Sie einen Namen, ein Geburtsdatum oder eine Nummer ein. Ein falscher Buchstabe stört nicht.',
    'Escriba un nombre, una fecha de nacimiento o un número. Se tolera una letra equivocada.',
    'Typ een naam, een geboortedatum of een nummer. Eén verkeerde letter is geen probleem.',
  ],
  ['Nobody found', 'Niemand gefunden', 'No se encontró a nadie', 'Niemand gevonden'],
  [
    'Look for another spelling, or for a birth date or a number.',
    'Suchen Sie nach einer anderen Schreibweise, einem Geburtsdatum oder einer Nummer.',
    'Busque otra grafía, una fecha de nacimiento o un número.',
    'Zoek op een andere spelling, een geboortedatum of een nummer.',
  ],
  ['Born', 'Geboren', 'Nacimiento', 'Geboren'],
  ['Sex', 'Geschlecht', 'Sexo', 'Geslacht'],
  ['Numbers', 'Nummern', 'Números', 'Nummers'],
  ['Open EHR', 'Akte öffnen', 'Abrir historia', 'Dossier openen'],
  ['No EHR', 'Keine Akte', 'Sin historia', 'Geen dossier'],
  ['similar name', 'ähnlicher Name', 'nombre parecido', 'lijkt op de naam'],
  ['Identities', 'Namen', 'Identidades', 'Identiteiten'],
  ['Details', 'Angaben', 'Detalles', 'Gegevens'],
  ['Contacts and addresses', 'Kontakte und Adressen', 'Contactos y direcciones', 'Contacten en adressen'],
  ['Languages', 'Sprachen', 'Idiomas', 'Talen'],
  ['Relationships', 'Beziehungen', 'Relaciones', 'Relaties'],
  ['Staff', 'Mitarbeitende', 'Personal', 'Medewerkers'],
  ['Capabilities', 'Befähigungen', 'Capacidades', 'Bekwaamheden'],
  ['History', 'Verlauf', 'Historial', 'Geschiedenis'],
  ['Who saw this person', 'Wer diese Person gesehen hat', 'Quién vio a esta persona', 'Wie deze persoon zag'],
  ['Version {number}', 'Version {number}', 'Versión {number}', 'Versie {number}'],
  [
    'This is version {number} of {total}.',
    'Dies ist Version {number} von {total}.',
    'Esta es la versión {number} de {total}.',
    'Dit is versie {number} van {total}.',
  ],
  ['Show the latest', 'Neueste zeigen', 'Mostrar la última', 'Toon de nieuwste'],
  [
    'This version deleted it. Earlier versions are in the history.',
    'Diese Version hat sie gelöscht. Frühere Versionen sind im Verlauf.',
    'Esta versión la eliminó. Las versiones anteriores están en el historial.',
    'Deze versie heeft het verwijderd. Eerdere versies staan in de geschiedenis.',
  ],
  ['Choose', 'Auswählen', 'Elegir', 'Kiezen'],
  ['Organisation', 'Organisation', 'Organización', 'Organisatie'],
  ['Group', 'Gruppe', 'Grupo', 'Groep'],
  ['Agent', 'Agent', 'Agente', 'Agent'],
  ['Role', 'Rolle', 'Rol', 'Rol'],
  ['Merge…', 'Zusammenführen…', 'Fusionar…', 'Samenvoegen…'],
  [
    'Merge with another person',
    'Mit einer anderen Person zusammenführen',
    'Fusionar con otra persona',
    'Samenvoegen met een andere persoon',
  ],
  [
    'The other person is merged into {name}. Both keep their data, and can be separated again.',
    'Die andere Person geht in {name} auf. Beide behalten ihre Daten und lassen sich wieder trennen.',
    'La otra persona se fusiona con {name}. Ambas conservan sus datos y se pueden volver a separar.',
    'De andere persoon gaat op in {name}. Beide houden hun gegevens en kunnen weer gescheiden worden.',
  ],
  ['Find the other person', 'Andere Person suchen', 'Buscar a la otra persona', 'Andere persoon zoeken'],
  ['Possible duplicates', 'Mögliche Dubletten', 'Posibles duplicados', 'Mogelijke dubbelen'],
  ['People found', 'Gefundene Personen', 'Personas encontradas', 'Gevonden personen'],
  ['Separate', 'Trennen', 'Separar', 'Scheiden'],
  [
    'This person was merged into',
    'Diese Person ging auf in',
    'Esta persona se fusionó con',
    'Deze persoon ging op in',
  ],
  [
    'Merged into this person:',
    'In dieser Person aufgegangen:',
    'Fusionada con esta persona:',
    'Opgegaan in deze persoon:',
  ],
] as const satisfies TextTable

export const useTexts = textsHook(TEXTS)

export type TextKey = (typeof TEXTS)[number][0] | CommonKey
