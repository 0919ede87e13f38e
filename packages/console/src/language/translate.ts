/** Looks up a text in a table. The English text is the key, so code reads as what it shows. */
import type { Language } from '../display/time.ts'

/** One text: English, German, Spanish, Dutch. */
export type TextTable = readonly (readonly [en: string, de: string, es: string, nl: string])[]

export type Values = Readonly<Record<string, string | number>>

const COLUMNS: Readonly<Record<Language, 0 | 1 | 2 | 3>> = { en: 0, de: 1, es: 2, nl: 3 }

/** `{name}` stands for a value. */
const fill = (text: string, values: Values): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))

/** A key that is in no table stands for itself. */
export function textsOf(table: TextTable): (language: Language, key: string, values?: Values) => string {
  const rows = new Map(table.map(row => [row[0], row]))
  return (language, key, values = {}) => fill(rows.get(key)?.[COLUMNS[language]] ?? key, values)
}
