/** Every text of the pages in every language, in one table; `{name}` stands for a value. */
import { ACCOUNT_TEXTS } from './account-texts.ts'
import { CONSENT_TEXTS } from './consent-texts.ts'
import { FACTOR_TEXTS } from './factor-texts.ts'
import { SIGN_IN_TEXTS } from './sign-in-texts.ts'

export const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español', nl: 'Nederlands' } as const

export type Language = keyof typeof LANGUAGES

export const isLanguage = (text: string | undefined): text is Language =>
  text !== undefined && Object.hasOwn(LANGUAGES, text)

type Row = readonly [en: string, de: string, es: string, nl: string]

/** English, German, Spanish, Dutch. */
export const TEXTS = {
  ...SIGN_IN_TEXTS,
  ...FACTOR_TEXTS,
  ...ACCOUNT_TEXTS,
  ...CONSENT_TEXTS,
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
