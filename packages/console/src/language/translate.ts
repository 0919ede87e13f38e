/** Looks up a text in a table. The English text is the key, so code reads as what it shows. */

export type Language = 'en' | 'de' | 'es' | 'nl'

/** One text: English, German, Spanish, Dutch. */
export type TextTable = readonly (readonly [en: string, de: string, es: string, nl: string])[]

export type Values = Readonly<Record<string, string | number>>

const COLUMNS: Readonly<Record<Language, 0 | 1 | 2 | 3>> = { en: 0, de: 1, es: 2, nl: 3 }

const pluralRules = new Map<Language, Intl.PluralRules>()

/** All four languages have one form for a single thing and one for every other number. */
function isOne(language: Language, value: string | number): boolean {
  const rules = pluralRules.get(language) ?? new Intl.PluralRules(language)
  pluralRules.set(language, rules)
  return rules.select(Number(value)) === 'one'
}

/** `{name}` stands for a value, `{name:row|rows}` for the form that goes with its number. */
const fill = (language: Language, text: string, values: Values): string =>
  text.replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (whole, name: string, one?: string, other?: string) => {
    const value = values[name]
    if (value === undefined) return whole
    if (one === undefined || other === undefined) return String(value)
    return isOne(language, value) ? one : other
  })

/** A key that is in no table stands for itself. */
export function textsOf(table: TextTable): (language: Language, key: string, values?: Values) => string {
  const rows = new Map(table.map(row => [row[0], row]))
  return (language, key, values = {}) => fill(language, rows.get(key)?.[COLUMNS[language]] ?? key, values)
}
