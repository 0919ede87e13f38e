/** The state of a subscription and its lag, as lists and the page of one show them. */
import type { Subscription } from '@cairn-ehr/client'
import { Badge } from '@mantine/core'
import { lagOf, type SubscriptionState, stateOf } from './subscription-state.ts'
import { useTexts } from './texts.ts'

const COLORS: Readonly<Record<SubscriptionState, string>> = {
  active: 'cairn',
  failing: 'red',
  paused: 'amber',
}

export function StateBadge({ subscription }: { readonly subscription: Subscription }) {
  const t = useTexts()
  const state = stateOf(subscription)
  return (
    <Badge color={COLORS[state]} variant="light">
      {t(state)}
    </Badge>
  )
}

interface LagProps {
  readonly subscription: Subscription
  /** The place of the newest change; undefined: not known yet. */
  readonly head: string | undefined
}

export function Lag({ subscription, head }: LagProps) {
  const t = useTexts()
  if (head === undefined) return null
  const count = lagOf(subscription, head)
  const waiting = subscription.waiting_ehrs ?? 0
  return (
    <>
      {count === 0 ? t('up to date') : t('{count} {count:change|changes} behind', { count })}
      {waiting === 0 ? null : (
        <div className="dim">{t('{count} {count:EHR waits|EHRs wait}', { count: waiting })}</div>
      )}
    </>
  )
}
