/** Asks again for what a commit changed, and opens the version that it made. */
import { useNavigate } from '@tanstack/react-router'
import { useRefresh } from '../../parts/use-refresh.ts'
import { recordKey } from '../composition/queries.ts'
import { everything } from '../demographics/queries.ts'
import { ehrKey } from '../ehr/ehr-key.ts'
import { isRecord, objectIdOf, type Target } from './commit.ts'

const changedBy = (target: Target) =>
  isRecord(target) ? [recordKey(target.ehrId), ehrKey(target.ehrId)] : everything

/** `uid`: that of the version. */
export function useShowCommitted(target: Target): (uid: string) => Promise<void> {
  const refresh = useRefresh(...changedBy(target))
  const navigate = useNavigate()
  return async uid => {
    await refresh()
    await (isRecord(target)
      ? navigate({ to: '/ehrs/$ehrId/compositions/$uid', params: { ehrId: target.ehrId, uid } })
      : navigate({
          to: '/demographics/$kind/$uid',
          params: { kind: target.kind, uid: objectIdOf(uid) ?? uid },
        }))
  }
}
