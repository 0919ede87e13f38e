/** Texts of people. */
import type { TextTable } from '../../language/translate.ts'
import { type CommonKey, textsHook } from '../../language/use-texts.ts'

export const TEXTS = [
  ['Invite a person', 'Person einladen', 'Invitar a una persona', 'Persoon uitnodigen'],
  ['User name', 'Benutzername', 'Nombre de usuario', 'Gebruikersnaam'],
  [
    'What the person types to sign in: small letters, digits and . _ @ + -',
    'Was die Person zum Anmelden eingibt: kleine Buchstaben, Ziffern und . _ @ + -',
    'Lo que la persona escribe para entrar: minúsculas, cifras y . _ @ + -',
    'Wat de persoon typt om in te loggen: kleine letters, cijfers en . _ @ + -',
  ],
  ['E-mail', 'E-Mail', 'Correo', 'E-mail'],
  ['Roles', 'Rollen', 'Roles', 'Rollen'],
  ['Clinician', 'Behandelnde Person', 'Profesional clínico', 'Behandelaar'],
  ['Nurse', 'Pflege', 'Enfermería', 'Verpleegkundige'],
  ['Integrator', 'Integration', 'Integrador', 'Integrator'],
  ['Administrator', 'Verwaltung', 'Administrador', 'Beheerder'],
  [
    'Reads and writes records, runs queries',
    'Liest und schreibt Einträge, führt Abfragen aus',
    'Lee y escribe registros, ejecuta consultas',
    'Leest en schrijft vastleggingen, voert zoekvragen uit',
  ],
  [
    'Also stores data that break their template',
    'Speichert auch Daten, die ihr Template verletzen',
    'Guarda también datos que incumplen su plantilla',
    'Slaat ook gegevens op die hun template schenden',
  ],
  [
    'May do everything: people, clients, audit, erasure',
    'Darf alles: Personen, Clients, Protokoll, Löschen',
    'Puede hacerlo todo: personas, clientes, auditoría, borrado',
    'Mag alles: personen, clients, audit, wissen',
  ],
  [
    'The link is shown this once. Give it to the person; it works once, until {time}.',
    'Der Link wird nur dieses Mal gezeigt. Geben Sie ihn der Person; er gilt einmal, bis {time}.',
    'El enlace se muestra solo esta vez. Déselo a la persona; sirve una vez, hasta {time}.',
    'De link wordt alleen nu getoond. Geef hem aan de persoon; hij werkt één keer, tot {time}.',
  ],
  ['New link', 'Neuer Link', 'Nuevo enlace', 'Nieuwe link'],
  ['Disable account', 'Konto sperren', 'Desactivar cuenta', 'Account blokkeren'],
  ['Enable account', 'Konto freigeben', 'Activar cuenta', 'Account vrijgeven'],
  ['Save changes', 'Änderungen speichern', 'Guardar cambios', 'Wijzigingen opslaan'],
  ['Sessions', 'Sitzungen', 'Sesiones', 'Sessies'],
  ['Nobody is signed in.', 'Niemand ist angemeldet.', 'No hay nadie con sesión.', 'Er is niemand ingelogd.'],
  ['End all sessions', 'Alle Sitzungen beenden', 'Terminar todas las sesiones', 'Alle sessies beëindigen'],
  ['Signed in by', 'Angemeldet mit', 'Entró con', 'Ingelogd met'],
  ['Browser', 'Browser', 'Navegador', 'Browser'],
  ['Address', 'Adresse', 'Dirección', 'Adres'],
  ['Since', 'Seit', 'Desde', 'Sinds'],
  ['Last used', 'Zuletzt benutzt', 'Último uso', 'Laatst gebruikt'],
  ['Ends', 'Endet', 'Termina', 'Eindigt'],
  [
    'Vouched for by {provider}',
    'Bestätigt durch {provider}',
    'Avalado por {provider}',
    'Bevestigd door {provider}',
  ],
  ['No people yet', 'Noch keine Personen', 'Aún no hay personas', 'Nog geen personen'],
  [
    'Invite the first person: the link lets them choose a passkey or a password.',
    'Laden Sie die erste Person ein: Mit dem Link wählt sie einen Passkey oder ein Passwort.',
    'Invite a la primera persona: con el enlace elige una clave de acceso o una contraseña.',
    'Nodig de eerste persoon uit: met de link kiest die een passkey of een wachtwoord.',
  ],
  ['What this person did', 'Was diese Person getan hat', 'Lo que hizo esta persona', 'Wat deze persoon deed'],
  ['State of the account', 'Zustand des Kontos', 'Estado de la cuenta', 'Toestand van het account'],
] as const satisfies TextTable

export type TextKey = (typeof TEXTS)[number][0] | CommonKey

export const useTexts = textsHook(TEXTS)
