/** Preferences of the reader. Theme and language are kept in the browser, the time zone as long as the page. */
import { createStore } from '../store.ts'
import type { Language } from './translate.ts'

export const LANGUAGES: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  nl: 'Nederlands',
}

const KEY = 'cairn-language'

const isLanguage = (text: string | null | undefined): text is Language =>
  text != null && Object.hasOwn(LANGUAGES, text)

/** The one that was chosen, else the first of the browser's that there is. */
function preferred(): Language {
  const kept = localStorage.getItem(KEY)
  if (isLanguage(kept)) return kept
  return navigator.languages.map(each => each.slice(0, 2)).find(isLanguage) ?? 'en'
}

export const language = createStore<Language>(typeof localStorage === 'undefined' ? 'en' : preferred())

export function chooseLanguage(chosen: Language): void {
  localStorage.setItem(KEY, chosen)
  document.documentElement.lang = chosen
  language.set(chosen)
}

/** An IANA name; undefined: the zone of the browser. */
export const zone = createStore<string | undefined>(undefined)
