/** The state of a tenant in words, with the step of its move. */
import { Badge } from '@mantine/core'
import type { Tenant, TenantState } from './api.ts'
import { useTexts } from './texts.ts'

const STATES = {
  creating: ['is being created', 'gray'],
  active: ['active', 'cairn'],
  suspended: ['suspended', 'amber'],
  moving: ['pauses for its move', 'amber'],
  deleting: ['waits for deletion', 'red'],
  removing: ['is being removed', 'red'],
  deleted: ['removed for good', 'gray'],
} as const satisfies Record<TenantState, readonly [words: string, color: string]>

export function TenantStateBadge({ tenant: { state, moving } }: { readonly tenant: Tenant }) {
  const t = useTexts()
  const [words, color] = STATES[state]
  return (
    <>
      <Badge color={color} variant="light">
        {t(words)}
      </Badge>
      {moving ? (
        <Badge color="gray" variant="light" ml={6}>
          {t('moves to {server}', { server: moving.to })}
        </Badge>
      ) : null}
    </>
  )
}
