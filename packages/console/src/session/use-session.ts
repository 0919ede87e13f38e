/** The session in components. They are rendered only when somebody is signed in. */
import type { CairnClient } from '@cairn-ehr/client'
import { useStore } from '../store.ts'
import type { Right } from './rights.ts'
import { type Session, session } from './session.ts'

export function useSession(): Session {
  const current = useStore(session)
  if (!current) throw new Error('Nobody is signed in.')
  return current
}

export const useCairn = (): CairnClient => useSession().cairn

export const useRight = (right: Right): boolean => useSession().rights.has(right)
