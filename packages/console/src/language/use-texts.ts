/** Texts in the language of the reader. */
import { useCallback, useMemo } from 'react'
import type { TimeStyle } from '../display/time.ts'
import { useStore } from '../parts/store.ts'
import { language, zone } from './language.ts'
import { type TextKey, translate, type Values } from './translate.ts'

export type Translate = (key: TextKey, values?: Values) => string

export function useTexts(): Translate {
  const chosen = useStore(language)
  return useCallback((key, values) => translate(chosen, key, values), [chosen])
}

export function useTimeStyle(): TimeStyle {
  const chosen = useStore(language)
  const inZone = useStore(zone)
  return useMemo(() => ({ language: chosen, zone: inZone }), [chosen, inZone])
}
