/** Names and addresses as they are compared: without case, accents and punctuation, in terms (decision 0105). */

/** Removed, so that `O'Brien` is one word. Some would become spaces with accents by Unicode's decomposition. */
const APOSTROPHES = /['’‘ʼʹ`´＇·]/gu

/** Accents and vowel points. Marks of other scripts, such as vowels of Devanagari, are letters. */
const ACCENTS =
  /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}])\p{M}+/gu

/** Letters that Unicode does not decompose. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ø: 'o', đ: 'd', ð: 'd', ł: 'l', ı: 'i', ħ: 'h', ς: 'σ' },
}
const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu')

/**
 * Characters that are looked at: of a text, and of the names or the addresses of a person together. Unicode's order of accents takes a time with the
 * square of their number: 14 s for 200,000.
 */
const MOST_CHARACTERS = 5000

export const fold = (text: string): string =>
  text
    .slice(0, MOST_CHARACTERS)
    .replace(APOSTROPHES, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(ACCENTS, '$1')
    .replace(SPECIAL, letter => LETTERS[letter] ?? letter)
    .normalize('NFC')

/** A word longer than this is cut. */
const LONGEST_WORD = 40

/** A word, and the character between it and the next. */
interface Word {
  readonly text: string
  readonly isHyphenated: boolean
}

const lettersOf = (text: string): readonly string[] => Array.from(text)

export const lengthOf = (text: string): number => lettersOf(text).length

const wordsOf = (text: string): Word[] =>
  [...fold(text).matchAll(/([\p{L}\p{M}\p{N}]+)([\s\S]?)/gu)].map(([, word = '', next = '']) => ({
    text: lettersOf(word).slice(0, LONGEST_WORD).join(''),
    isHyphenated: /\p{Pd}/u.test(next),
  }))

/** Particles such as `O`, `Mc`, `van` and `der` are written together with the next word, or apart. */
const SHORT = 3

const isJoined = (word: Word, next: Word): boolean =>
  word.isHyphenated || Math.min(lengthOf(word.text), lengthOf(next.text)) <= SHORT

/** Words that are written as one. */
const MOST_JOINED = 3

/** The terms that begin with the first word: the word, and the word with the next ones. */
function termsFrom(words: readonly Word[]): string[] {
  const terms: string[] = []
  let joined = ''
  for (const [at, word] of words.slice(0, MOST_JOINED).entries()) {
    const before = words[at - 1]
    if (before && !isJoined(before, word)) break
    joined += word.text
    terms.push(joined)
  }
  return terms
}

/** Most terms of one person. */
const MOST_TERMS = 60

function beginningOf(texts: readonly string[]): readonly string[] {
  let left = MOST_CHARACTERS
  return texts.flatMap(text => {
    const beginning = text.slice(0, left)
    left -= beginning.length
    return beginning === '' ? [] : [beginning]
  })
}

/** The terms of a name as it is stored: its words, and words together that may be written as one. */
export const termsOf = (texts: readonly string[]): readonly string[] =>
  [
    ...new Set(
      beginningOf(texts).flatMap(text => {
        const words = wordsOf(text)
        return words.flatMap((_, at) => termsFrom(words.slice(at, at + MOST_JOINED)))
      }),
    ),
  ].slice(0, MOST_TERMS)

/** Words of a request that are looked at. */
export const MOST_WORDS = 8
const MOST_READINGS = 8

/**
 * The readings of a name that somebody looks for: `o brien` is two terms or one. Every term of a reading must be found. The first reading has
 * each word by itself.
 */
export function readingsOf(text: string): readonly (readonly string[])[] {
  const read = (words: readonly Word[]): string[][] => {
    if (words.length === 0) return [[]]
    return termsFrom(words).flatMap((term, at) =>
      read(words.slice(at + 1))
        .slice(0, MOST_READINGS)
        .map(rest => [term, ...rest]),
    )
  }
  return read(wordsOf(text).slice(0, MOST_WORDS)).slice(0, MOST_READINGS)
}

/** Words alone, for addresses: `l'Église` is two. */
export const plainTermsOf = (texts: readonly string[]): readonly string[] =>
  [
    ...new Set(
      beginningOf(texts)
        .flatMap(text => wordsOf(text.replace(APOSTROPHES, ' ')))
        .map(({ text }) => text),
    ),
  ].slice(0, MOST_TERMS)

/** A request has up to 20, so that less of each is looked at. */
const LONGEST_IDENTIFIER = 500

/** An identifier without spaces and punctuation: `943 476 5919` and `943-476-5919` are the same. */
export const plainIdentifier = (value: string): string =>
  fold(value.slice(0, LONGEST_IDENTIFIER)).replace(/[^\p{L}\p{N}]/gu, '')
