/** Tells passwords that attackers try first: made of common words, names, dates and keys in a row. */

/** Words of passwords that people choose most, in the languages of our pages, and of a hospital. */
const WORDS = [
  'password passwort passwd pass contrasena clave wachtwoord kennwort geheim secret secreto login user admin administrator root',
  'welcome willkommen bienvenido bienvenida welkom hello hallo hola letmein access change changeme default test testing demo',
  'qwerty qwertz azerty asdf asdfgh asdfghjkl yxcvbn zxcvbn zxcvbnm qazwsx qwert trustno master super superman batman pokemon',
  'iloveyou love liebe amor liefde schatz princess prinzessin princesa dragon monkey shadow sunshine football fussball futbol voetbal baseball',
  'summer winter spring autumn fall sommer herbst fruehling verano invierno otono primavera zomer herfst lente',
  'january february march april may june july august september october november december januar februar maerz mai juni juli oktober dezember',
  'monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonntag',
  'hospital krankenhaus klinik clinica clinic ziekenhuis kliniek doctor doktor arzt medico nurse enfermera pfleger patient paciente medical health',
  'cairn openehr computer internet server secure security sicherheit freedom money company the and your you this that my new',
  'abc abcd abcde abcdef abcdefg abcdefgh correct horse battery staple',
]
  .join(' ')
  .split(' ')

const ROWS = [
  'qwertyuiop',
  'qwertzuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
]

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

const reversed = (text: string) => [...text].reverse().join('')

const SEQUENCES = ROWS.flatMap(row => [row, reversed(row)])

/** True for keys or letters in a row, one way or the other. */
const isSequence = (text: string) => text.length >= 3 && SEQUENCES.some(row => row.includes(text))

/** True if a piece of at most four characters is repeated. */
const isRepetition = (text: string) =>
  [1, 2, 3, 4].some(
    length =>
      text ===
      text
        .slice(0, length)
        .repeat(Math.ceil(text.length / length))
        .slice(0, text.length),
  )

/** Characters that hardly make a password harder to guess: digits and punctuation. */
const isFiller = (character: string) => /[^a-z]/.test(character)

/** The number of characters that are left when common words and sequences are taken out, at the fewest. */
function unexplained(text: string, words: readonly string[]): number {
  const least = [0]
  for (let end = 1; end <= text.length; end++) {
    let best = (least[end - 1] ?? 0) + (isFiller(text[end - 1] ?? '') ? 0.25 : 1)
    for (const word of words)
      if (text.startsWith(word, end - word.length)) best = Math.min(best, least[end - word.length] ?? best)
    for (let start = Math.max(0, end - 26); start <= end - 3; start++)
      if (isSequence(text.slice(start, end))) best = Math.min(best, least[start] ?? best)
    least.push(best)
  }
  return least[text.length] ?? text.length
}

/** `own`: words that belong to the person, such as the id and the name. */
export function isCommonPassword(password: string, own: readonly string[] = []): boolean {
  const plain = password.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')
  const words = [
    ...WORDS,
    ...own.flatMap(text => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)).filter(word => word.length >= 3),
  ]
  const spoken = [...plain].map(character => LEET[character] ?? character).join('')
  return isRepetition(plain) || [plain, spoken].some(text => unexplained(text, words) < 4)
}
