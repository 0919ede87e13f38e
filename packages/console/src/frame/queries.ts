/** The queries of the breadcrumb and of the palette, which are loaded after the first page. */
import { keepPreviousData } from '@tanstack/react-query'
import type { RmObject } from '../display/rm-object.ts'
import type { PatientFacts } from '../screens/demographics/patients.ts'
import { ehrKey } from '../screens/ehr/ehr-key.ts'
import { countEhrs, readEhrs } from '../screens/ehrs/read-ehrs.ts'
import { useAsk } from '../session/use-ask.ts'
import { useRead } from '../session/use-read.ts'
import { useRight } from '../session/use-session.ts'

interface ShownEhr {
  readonly status: RmObject
  readonly patient: PatientFacts | undefined
}

/** An EHR as far as its screen has read it. The breadcrumb asks for nothing by itself. */
export const useShownEhr = (ehrId: string) => useRead<ShownEhr>(ehrKey(ehrId))

/** The first EHRs whose ids a text finds. People are found by themselves. */
export function useFoundEhrs(q: string, fetch: number, isWanted: boolean) {
  const withPeople = useRight('people')
  return useAsk(
    ['palette', q],
    async (cairn, signal) => {
      const { total, search } = await countEhrs({ cairn, withPeople: false, signal }, { q })
      return total === 0 ? [] : readEhrs({ cairn, withPeople, signal }, search, { offset: 0, fetch })
    },
    { enabled: isWanted, placeholderData: keepPreviousData },
  )
}
