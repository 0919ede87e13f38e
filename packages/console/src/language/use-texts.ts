/** Texts in the language of the reader. */
import { useCallback, useMemo } from 'react'
import type { TimeStyle } from '../display/time.ts'
import { useStore } from '../parts/store.ts'
import { COMMON_TEXTS } from './common-texts.ts'
import { language, zone } from './language.ts'
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

export function useTimeStyle(): TimeStyle {
  const chosen = useStore(language)
  const inZone = useStore(zone)
  return useMemo(() => ({ language: chosen, zone: inZone }), [chosen, inZone])
}
