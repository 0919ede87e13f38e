/** Looks up a text in the table. The English text is the key, so code reads as what it shows. */
import type { Language } from '../display/time.ts'
import { TEXTS } from './texts.ts'

export type TextKey = (typeof TEXTS)[number][0]
export type Values = Readonly<Record<string, string | number>>

const COLUMNS: Readonly<Record<Language, number>> = { en: 0, de: 1, es: 2, nl: 3 }

const rows: ReadonlyMap<string, readonly string[]> = new Map(TEXTS.map(row => [row[0], row]))

/** `{name}` stands for a value. */
const fill = (text: string, values: Values): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))

export function translate(language: Language, key: TextKey, values: Values = {}): string {
  return fill(rows.get(key)?.[COLUMNS[language]] ?? key, values)
}
