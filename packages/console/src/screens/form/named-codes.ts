/** Languages and countries by their names in the language of the reader. The browser knows both lists. */

/** A code with its name, and the code itself beside it. */
interface NamedCode {
  readonly value: string
  readonly label: string
  readonly description: string
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']
const PAIRS = LETTERS.flatMap(first => LETTERS.map(second => first + second))

/** Codes that stand for no language or country, or for several. */
const LEFT_OUT = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])

type Named = 'language' | 'region'

/** A code that another has replaced is not offered: its canonical form is that other one. */
const isCanonical = (code: string, kind: Named): boolean => {
  const locale = new Intl.Locale(kind === 'language' ? code : `und-${code}`)
  return (kind === 'language' ? locale.language : locale.region) === code
}

const known = new Map<string, readonly NamedCode[]>()

function namedCodes(kind: Named, language: string): readonly NamedCode[] {
  const names = new Intl.DisplayNames(language, { type: kind, fallback: 'none' })
  return PAIRS.map(pair => (kind === 'region' ? pair.toUpperCase() : pair))
    .filter(code => !LEFT_OUT.has(code) && isCanonical(code, kind))
    .flatMap(value => {
      const label = names.of(value)
      return label === undefined ? [] : [{ value, label, description: value }]
    })
    .sort((a, b) => a.label.localeCompare(b.label, language))
}

/** The options of an attribute that takes such a code; undefined for every other. */
export function codesOfAttribute(attribute: string, language: string): readonly NamedCode[] | undefined {
  const kind = attribute === 'language' ? 'language' : attribute === 'territory' ? 'region' : undefined
  if (kind === undefined) return undefined
  const key = `${kind} ${language}`
  const options = known.get(key) ?? namedCodes(kind, language)
  known.set(key, options)
  return options
}
