/** Texts in the language of the reader. */
import { useCallback } from 'react'
import { useStore } from '../store.ts'
import { COMMON_TEXTS } from './common-texts.ts'
import { language } from './language.ts'
import { type TextTable, textsOf, type Values } from './translate.ts'

export type CommonKey = (typeof COMMON_TEXTS)[number][0]

export type Translate<Key extends string = CommonKey> = (key: Key, values?: Values) => string

/** A hook for the common texts and those of one screen, which are loaded with it. */
export function textsHook<const Own extends TextTable>(
  own: Own,
): () => Translate<Own[number][0] | CommonKey> {
  const texts = textsOf([...COMMON_TEXTS, ...own])
  return () => {
    const chosen = useStore(language)
    return useCallback((key, values) => texts(chosen, key, values), [chosen])
  }
}

export const useTexts = textsHook([])
