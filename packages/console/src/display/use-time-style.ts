/** Language and time zone of the reader, for dates and times. */
import { useMemo } from 'react'
import { language, zone } from '../language/language.ts'
import { useStore } from '../store.ts'
import type { TimeStyle } from './time.ts'

export function useTimeStyle(): TimeStyle {
  const chosen = useStore(language)
  const inZone = useStore(zone)
  return useMemo(() => ({ language: chosen, zone: inZone }), [chosen, inZone])
}
