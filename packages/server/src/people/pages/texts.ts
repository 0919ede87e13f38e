/** Every text of the pages in every language, in one table; `{name}` stands for a value. */
import { FACTOR_TEXTS } from './factor-texts.ts'

export const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español', nl: 'Nederlands' } as const

export type Language = keyof typeof LANGUAGES

export const isLanguage = (text: string | undefined): text is Language =>
  text !== undefined && Object.hasOwn(LANGUAGES, text)

type Row = readonly [en: string, de: string, es: string, nl: string]

/** English, German, Spanish, Dutch. */
export const TEXTS = {
  ...FACTOR_TEXTS,
  signIn: ['Sign in', 'Anmelden', 'Iniciar sesión', 'Inloggen'],
  signInWithPasskey: [
    'Sign in with a passkey',
    'Mit Passkey anmelden',
    'Iniciar sesión con una clave de acceso',
    'Inloggen met een passkey',
  ],
  signInWith: [
    'Sign in with {provider}',
    'Mit {provider} anmelden',
    'Iniciar sesión con {provider}',
    'Inloggen met {provider}',
  ],
  orPassword: ['or with a password', 'oder mit Passwort', 'o con contraseña', 'of met een wachtwoord'],
  userName: ['User name', 'Benutzername', 'Nombre de usuario', 'Gebruikersnaam'],
  password: ['Password', 'Passwort', 'Contraseña', 'Wachtwoord'],
  wrongCredentials: [
    'User name or password is wrong, or the account is disabled.',
    'Benutzername oder Passwort ist falsch, oder das Konto ist gesperrt.',
    'El nombre de usuario o la contraseña no son correctos, o la cuenta está desactivada.',
    'Gebruikersnaam of wachtwoord is onjuist, of het account is uitgeschakeld.',
  ],
  waitSeconds: [
    'Too many failed attempts. Try again in {seconds} seconds.',
    'Zu viele Fehlversuche. Versuchen Sie es in {seconds} Sekunden noch einmal.',
    'Demasiados intentos fallidos. Vuelva a intentarlo dentro de {seconds} segundos.',
    'Te veel mislukte pogingen. Probeer het over {seconds} seconden opnieuw.',
  ],
  passkeyFailed: [
    'The passkey was not accepted. Try again, or use your password.',
    'Der Passkey wurde nicht angenommen. Versuchen Sie es noch einmal, oder nehmen Sie Ihr Passwort.',
    'No se aceptó la clave de acceso. Vuelva a intentarlo o use su contraseña.',
    'De passkey is niet geaccepteerd. Probeer het opnieuw of gebruik uw wachtwoord.',
  ],
  passkeysNeedScript: [
    'Passkeys need JavaScript. A password works without it.',
    'Passkeys brauchen JavaScript. Ein Passwort geht ohne.',
    'Las claves de acceso necesitan JavaScript. La contraseña funciona sin él.',
    'Passkeys hebben JavaScript nodig. Een wachtwoord werkt zonder.',
  ],
  useRecoveryCode: [
    'Use a recovery code',
    'Wiederherstellungscode verwenden',
    'Usar un código de recuperación',
    'Een herstelcode gebruiken',
  ],
  recoveryTitle: [
    'Sign in with a recovery code',
    'Mit Wiederherstellungscode anmelden',
    'Iniciar sesión con un código de recuperación',
    'Inloggen met een herstelcode',
  ],
  recoveryHelp: [
    'Each code works once. Afterwards, add a passkey or set a new password.',
    'Jeder Code gilt einmal. Fügen Sie danach einen Passkey hinzu, oder setzen Sie ein neues Passwort.',
    'Cada código sirve una sola vez. Después, añada una clave de acceso o elija una contraseña nueva.',
    'Elke code werkt één keer. Voeg daarna een passkey toe of stel een nieuw wachtwoord in.',
  ],
  recoveryCode: ['Recovery code', 'Wiederherstellungscode', 'Código de recuperación', 'Herstelcode'],
  wrongCode: [
    'User name or code is wrong, or the code was used already.',
    'Benutzername oder Code ist falsch, oder der Code wurde schon verwendet.',
    'El nombre de usuario o el código no son correctos, o el código ya se usó.',
    'Gebruikersnaam of code is onjuist, of de code is al gebruikt.',
  ],
  back: ['Back', 'Zurück', 'Atrás', 'Terug'],
  continue: ['Continue', 'Weiter', 'Continuar', 'Verder'],
  oneMoment: ['One moment', 'Einen Moment', 'Un momento', 'Een moment'],
  signOut: ['Sign out', 'Abmelden', 'Cerrar sesión', 'Uitloggen'],
  signOutAsk: [
    'An app asks to sign you out here. You have to sign in again afterwards, in other apps too.',
    'Eine App möchte Sie hier abmelden. Danach müssen Sie sich neu anmelden, auch in anderen Apps.',
    'Una aplicación pide cerrar su sesión aquí. Después tendrá que iniciarla de nuevo, también en otras aplicaciones.',
    'Een app vraagt om u hier uit te loggen. Daarna moet u opnieuw inloggen, ook in andere apps.',
  ],
  staySignedIn: ['Stay signed in', 'Angemeldet bleiben', 'Mantener la sesión', 'Ingelogd blijven'],
  signedOut: ['You are signed out.', 'Sie sind abgemeldet.', 'Ha cerrado la sesión.', 'U bent uitgelogd.'],
  account: ['Your account', 'Ihr Konto', 'Su cuenta', 'Uw account'],
  signedInAs: [
    'Signed in as {name}',
    'Angemeldet als {name}',
    'Sesión iniciada como {name}',
    'Ingelogd als {name}',
  ],
  roles: ['Roles', 'Rollen', 'Funciones', 'Rollen'],
  passkeys: ['Passkeys', 'Passkeys', 'Claves de acceso', 'Passkeys'],
  passkeysHelp: [
    'A passkey lives in your phone, computer or security key. It cannot be guessed or given away on a false page.',
    'Ein Passkey liegt in Ihrem Telefon, Computer oder Sicherheitsschlüssel. Er kann nicht erraten und nicht auf einer falschen Seite preisgegeben werden.',
    'Una clave de acceso está en su teléfono, ordenador o llave de seguridad. No se puede adivinar ni entregar a una página falsa.',
    'Een passkey staat op uw telefoon, computer of beveiligingssleutel. Hij kan niet worden geraden of op een valse pagina worden weggegeven.',
  ],
  noPasskeys: ['No passkey yet.', 'Noch kein Passkey.', 'Todavía no hay ninguna.', 'Nog geen passkey.'],
  passkeyName: ['Name of the device', 'Name des Geräts', 'Nombre del dispositivo', 'Naam van het apparaat'],
  addPasskey: ['Add a passkey', 'Passkey hinzufügen', 'Añadir una clave de acceso', 'Passkey toevoegen'],
  remove: ['Remove', 'Entfernen', 'Eliminar', 'Verwijderen'],
  newPassword: ['New password', 'Neues Passwort', 'Contraseña nueva', 'Nieuw wachtwoord'],
  currentPassword: ['Current password', 'Aktuelles Passwort', 'Contraseña actual', 'Huidig wachtwoord'],
  setPassword: ['Set a password', 'Passwort setzen', 'Elegir una contraseña', 'Wachtwoord instellen'],
  changePassword: ['Change the password', 'Passwort ändern', 'Cambiar la contraseña', 'Wachtwoord wijzigen'],
  passwordHelp: [
    'At least 12 characters. A few words that do not belong together are easy to remember and hard to guess.',
    'Mindestens 12 Zeichen. Einige Wörter, die nicht zusammengehören, sind leicht zu merken und schwer zu erraten.',
    'Al menos 12 caracteres. Unas palabras sin relación entre sí son fáciles de recordar y difíciles de adivinar.',
    'Minstens 12 tekens. Enkele woorden die niet bij elkaar horen, zijn makkelijk te onthouden en moeilijk te raden.',
  ],
  passwordShort: [
    'The password is too short: at least 12 characters.',
    'Das Passwort ist zu kurz: mindestens 12 Zeichen.',
    'La contraseña es demasiado corta: al menos 12 caracteres.',
    'Het wachtwoord is te kort: minstens 12 tekens.',
  ],
  passwordLong: [
    'The password is too long: at most 200 characters.',
    'Das Passwort ist zu lang: höchstens 200 Zeichen.',
    'La contraseña es demasiado larga: como máximo 200 caracteres.',
    'Het wachtwoord is te lang: hoogstens 200 tekens.',
  ],
  passwordCommon: [
    'Many people use this password, or it is easy to guess: choose another.',
    'Dieses Passwort ist verbreitet oder leicht zu erraten: Wählen Sie ein anderes.',
    'Esta contraseña es muy común o fácil de adivinar: elija otra.',
    'Dit wachtwoord komt veel voor of is makkelijk te raden: kies een ander.',
  ],
  passwordChanged: [
    'The password is changed. Other devices are signed out.',
    'Das Passwort ist geändert. Andere Geräte sind abgemeldet.',
    'La contraseña se ha cambiado. Se cerró la sesión en los demás dispositivos.',
    'Het wachtwoord is gewijzigd. Andere apparaten zijn uitgelogd.',
  ],
  wrongPassword: [
    'The current password is wrong.',
    'Das aktuelle Passwort ist falsch.',
    'La contraseña actual no es correcta.',
    'Het huidige wachtwoord is onjuist.',
  ],
  recoveryCodes: ['Recovery codes', 'Wiederherstellungscodes', 'Códigos de recuperación', 'Herstelcodes'],
  recoveryCodesHelp: [
    'Print them or write them down. They are shown only now.',
    'Drucken oder schreiben Sie sie auf. Sie werden nur jetzt gezeigt.',
    'Imprímalos o anótelos. Solo se muestran ahora.',
    'Druk ze af of schrijf ze op. Ze worden alleen nu getoond.',
  ],
  codesLeft: [
    '{count} codes are left.',
    'Es sind {count} Codes übrig.',
    'Quedan {count} códigos.',
    'Er zijn nog {count} codes.',
  ],
  newRecoveryCodes: ['Make new codes', 'Neue Codes erzeugen', 'Generar códigos nuevos', 'Nieuwe codes maken'],
  codesKept: ['I have kept them', 'Ich habe sie aufbewahrt', 'Ya los he guardado', 'Ik heb ze bewaard'],
  sessions: [
    'Where you are signed in',
    'Wo Sie angemeldet sind',
    'Dónde tiene sesión iniciada',
    'Waar u bent ingelogd',
  ],
  thisDevice: ['this device', 'dieses Gerät', 'este dispositivo', 'dit apparaat'],
  lastUsed: ['Last used {time}', 'Zuletzt verwendet {time}', 'Último uso: {time}', 'Laatst gebruikt {time}'],
  neverUsed: ['Never used', 'Noch nie verwendet', 'Nunca usado', 'Nooit gebruikt'],
  endSession: ['Sign out there', 'Dort abmelden', 'Cerrar esa sesión', 'Daar uitloggen'],
  endOtherSessions: [
    'Sign out everywhere else',
    'Überall sonst abmelden',
    'Cerrar todas las demás sesiones',
    'Overal elders uitloggen',
  ],
  apps: [
    'Apps that may act for you',
    'Apps, die für Sie handeln dürfen',
    'Aplicaciones que pueden actuar en su nombre',
    'Apps die namens u mogen handelen',
  ],
  noApps: ['None.', 'Keine.', 'Ninguna.', 'Geen.'],
  withdraw: ['Withdraw', 'Widerrufen', 'Retirar', 'Intrekken'],
  invitationTitle: [
    'Welcome, {name}',
    'Willkommen, {name}',
    'Le damos la bienvenida, {name}',
    'Welkom, {name}',
  ],
  invitationHelp: [
    'Choose how you sign in from now on. Your user name is {id}.',
    'Wählen Sie, wie Sie sich künftig anmelden. Ihr Benutzername ist {id}.',
    'Elija cómo iniciará sesión a partir de ahora. Su nombre de usuario es {id}.',
    'Kies hoe u voortaan inlogt. Uw gebruikersnaam is {id}.',
  ],
  firstTitle: [
    'The first administrator',
    'Die erste Verwaltungsperson',
    'La primera persona administradora',
    'De eerste beheerder',
  ],
  firstHelp: [
    'This account can do everything. Choose a user name, then a passkey or a password.',
    'Dieses Konto darf alles. Wählen Sie einen Benutzernamen, dann einen Passkey oder ein Passwort.',
    'Esta cuenta puede hacerlo todo. Elija un nombre de usuario y después una clave de acceso o una contraseña.',
    'Dit account mag alles. Kies een gebruikersnaam en daarna een passkey of een wachtwoord.',
  ],
  yourName: ['Your name', 'Ihr Name', 'Su nombre', 'Uw naam'],
  userNameHelp: [
    'Small letters, digits and . _ @ + -. It stays for good.',
    'Kleinbuchstaben, Ziffern und . _ @ + -. Er bleibt für immer.',
    'Letras minúsculas, cifras y . _ @ + -. No se puede cambiar.',
    'Kleine letters, cijfers en . _ @ + -. Hij blijft voorgoed.',
  ],
  userNameWrong: [
    'This user name cannot be used: it is taken or has other characters.',
    'Dieser Benutzername geht nicht: Er ist vergeben oder hat andere Zeichen.',
    'Este nombre de usuario no se puede usar: ya existe o tiene otros caracteres.',
    'Deze gebruikersnaam kan niet: hij is bezet of bevat andere tekens.',
  ],
  invitationGone: [
    'This link cannot be used: it was used already, has expired, or was replaced by a newer one. Ask an administrator for a new one.',
    'Dieser Link gilt nicht: Er wurde schon verwendet, ist abgelaufen, oder es gibt einen neueren. Bitten Sie die Verwaltung um einen neuen.',
    'Este enlace no se puede usar: ya se usó, ha caducado o hay uno más reciente. Pida otro a la administración.',
    'Deze link werkt niet: hij is al gebruikt, verlopen, of vervangen door een nieuwere. Vraag een beheerder om een nieuwe.',
  ],
  consentTitle: [
    '{client} asks for access',
    '{client} bittet um Zugriff',
    '{client} pide acceso',
    '{client} vraagt om toegang',
  ],
  consentHelp: [
    'It will act in your name. You can withdraw this in your account at any time.',
    'Die App handelt dann in Ihrem Namen. Sie können das in Ihrem Konto jederzeit widerrufen.',
    'Actuará en su nombre. Puede retirarlo en su cuenta en cualquier momento.',
    'De app handelt dan namens u. U kunt dit altijd in uw account intrekken.',
  ],
  goesTo: [
    'Afterwards you go to {address}',
    'Danach gelangen Sie zu {address}',
    'Después irá a {address}',
    'Daarna gaat u naar {address}',
  ],
  allow: ['Allow', 'Erlauben', 'Permitir', 'Toestaan'],
  deny: ['Deny', 'Ablehnen', 'Denegar', 'Weigeren'],
  chooseEhr: ['Choose a patient', 'Patientin oder Patienten wählen', 'Elegir paciente', 'Patiënt kiezen'],
  chooseEhrHelp: [
    '{client} opens one record. Search by the patient’s number, or by the id of the EHR.',
    '{client} öffnet eine Akte. Suchen Sie nach der Patientennummer oder nach der Kennung der EHR.',
    '{client} abre una sola historia. Busque por el número de paciente o por el identificador de la EHR.',
    '{client} opent één dossier. Zoek op het patiëntnummer of op de id van het EHR.',
  ],
  search: ['Search', 'Suchen', 'Buscar', 'Zoeken'],
  patientNumber: [
    'Patient number or EHR id',
    'Patientennummer oder EHR-Kennung',
    'Número de paciente o id de la EHR',
    'Patiëntnummer of EHR-id',
  ],
  nothingFound: [
    'Nothing was found for “{text}”.',
    'Zu „{text}“ wurde nichts gefunden.',
    'No se encontró nada para «{text}».',
    'Niets gevonden voor ‘{text}’.',
  ],
  open: ['Open', 'Öffnen', 'Abrir', 'Openen'],
  chooseEpisode: ['Choose an episode', 'Episode wählen', 'Elegir un episodio', 'Episode kiezen'],
  errorTitle: ['This did not work', 'Das hat nicht geklappt', 'No ha funcionado', 'Dit is niet gelukt'],
  formExpired: [
    'This page was open too long, or was opened in another window. Go back and try again.',
    'Diese Seite war zu lange offen oder in einem anderen Fenster. Gehen Sie zurück, und versuchen Sie es noch einmal.',
    'Esta página estuvo abierta demasiado tiempo o en otra ventana. Vuelva atrás e inténtelo de nuevo.',
    'Deze pagina stond te lang open of in een ander venster. Ga terug en probeer het opnieuw.',
  ],
  providerFailed: [
    'The sign-in at {provider} did not work. Try again, or ask your administrator.',
    'Die Anmeldung bei {provider} hat nicht geklappt. Versuchen Sie es noch einmal, oder fragen Sie Ihre Verwaltung.',
    'El inicio de sesión en {provider} no funcionó. Vuelva a intentarlo o pregunte a la administración.',
    'Het inloggen bij {provider} is niet gelukt. Probeer het opnieuw of vraag uw beheerder.',
  ],
  notInvited: [
    'Your account at {provider} has no role here. Ask your administrator.',
    'Ihr Konto bei {provider} hat hier keine Rolle. Fragen Sie Ihre Verwaltung.',
    'Su cuenta en {provider} no tiene ninguna función aquí. Pregunte a la administración.',
    'Uw account bij {provider} heeft hier geen rol. Vraag uw beheerder.',
  ],
  requestId: ['Request {id}', 'Anfrage {id}', 'Solicitud {id}', 'Verzoek {id}'],
  language: ['Language', 'Sprache', 'Idioma', 'Taal'],
  scopeOpenid: ['Know who you are', 'Wissen, wer Sie sind', 'Saber quién es usted', 'Weten wie u bent'],
  scopeProfile: ['See your name', 'Ihren Namen sehen', 'Ver su nombre', 'Uw naam zien'],
  scopeFhirUser: [
    'See which entry of the FHIR directory you are',
    'Sehen, welcher Eintrag des FHIR-Verzeichnisses Sie sind',
    'Ver qué entrada del directorio FHIR es usted',
    'Zien welke vermelding in de FHIR-gids u bent',
  ],
  scopeEmail: [
    'See your e-mail address',
    'Ihre E-Mail-Adresse sehen',
    'Ver su dirección de correo',
    'Uw e-mailadres zien',
  ],
  scopeOffline: [
    'Stay connected when you are away',
    'Verbunden bleiben, auch wenn Sie nicht da sind',
    'Seguir conectada cuando usted no esté',
    'Verbonden blijven als u weg bent',
  ],
  scopeOnline: [
    'Stay connected while you are signed in',
    'Verbunden bleiben, solange Sie angemeldet sind',
    'Seguir conectada mientras tenga la sesión iniciada',
    'Verbonden blijven zolang u bent ingelogd',
  ],
  scopeLaunch: [
    'Know which record is open',
    'Wissen, welche Akte offen ist',
    'Saber qué historia está abierta',
    'Weten welk dossier open is',
  ],
  scopeRead: [
    'Read records that you may read',
    'Akten lesen, die Sie lesen dürfen',
    'Leer las historias que usted puede leer',
    'Dossiers lezen die u mag lezen',
  ],
  scopePatientRead: [
    'Read the record of the chosen patient',
    'Die Akte des gewählten Patienten lesen',
    'Leer la historia del paciente elegido',
    'Het dossier van de gekozen patiënt lezen',
  ],
  scopePatientWrite: [
    'Write to the record of the chosen patient in your name',
    'In Ihrem Namen in die Akte des gewählten Patienten schreiben',
    'Escribir en la historia del paciente elegido en su nombre',
    'Namens u in het dossier van de gekozen patiënt schrijven',
  ],
  scopeWrite: [
    'Write to records in your name',
    'In Ihrem Namen in Akten schreiben',
    'Escribir en historias en su nombre',
    'Namens u in dossiers schrijven',
  ],
  scopeLenient: [
    'Store data that break the rules of their template',
    'Daten speichern, die die Regeln ihrer Vorlage verletzen',
    'Guardar datos que no cumplen las reglas de su plantilla',
    'Gegevens opslaan die de regels van hun sjabloon schenden',
  ],
  scopeBreakGlass: [
    'Open records in an emergency that are not assigned to you',
    'Im Notfall Akten öffnen, die Ihnen nicht zugeordnet sind',
    'Abrir en una emergencia historias que no tiene asignadas',
    'In een noodgeval dossiers openen die niet aan u zijn toegewezen',
  ],
  scopeAdmin: [
    'Administer the service: people, apps, deletion',
    'Den Dienst verwalten: Personen, Apps, Löschen',
    'Administrar el servicio: personas, aplicaciones, borrado',
    'De dienst beheren: personen, apps, verwijderen',
  ],
} as const satisfies Record<string, Row>

export type TextKey = keyof typeof TEXTS

const COLUMN: Readonly<Record<Language, number>> = { en: 0, de: 1, es: 2, nl: 3 }

export type Texts = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string

export const textsIn =
  (language: Language): Texts =>
  (key, values = {}) =>
    (TEXTS[key][COLUMN[language]] ?? TEXTS[key][0]).replace(/\{(\w+)\}/g, (whole, name: string) =>
      Object.hasOwn(values, name) ? String(values[name]) : whole,
    )

/** The first language of `Accept-Language` that the pages have; English where they have none. */
export function languageOf(acceptLanguage: string | undefined): Language {
  const asked = (acceptLanguage ?? '')
    .split(',')
    .map(part => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const weight = parameters
        .map(each => /^\s*q=([\d.]+)$/.exec(each)?.[1])
        .find(each => each !== undefined)
      return { language: tag.slice(0, 2).toLowerCase(), weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ language }) => language)
  return asked.find(isLanguage) ?? 'en'
}
