/** Says which subscriptions send nothing, and why. */
import type { Subscription } from '@cairn-ehr/client'
import { Alert } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { stateOf } from './subscription-state.ts'
import { useTexts } from './texts.ts'

export function PausedNotice({ all }: { readonly all: readonly Subscription[] }) {
  const t = useTexts()
  const paused = all.filter(each => stateOf(each) === 'paused')
  if (paused.length === 0) return null
  return (
    <Alert
      color="amber"
      mb="md"
      title={t('{count} {count:subscription is|subscriptions are} paused', { count: paused.length })}
    >
      {paused.map(({ id, name, pause_reason }) => (
        <div key={id}>
          <Link to="/subscriptions/$subscriptionId" params={{ subscriptionId: id }}>
            {name}
          </Link>
          : {pause_reason}
        </div>
      ))}
    </Alert>
  )
}
