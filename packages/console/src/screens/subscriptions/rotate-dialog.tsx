/** A new secret, and the time that both are valid for. */
import type { Subscription } from '@cairn-ehr/client'
import { NumberInput, Text } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useAct } from '../../session/use-act.ts'
import { subscriptionsKey } from './queries.ts'
import { useTexts } from './texts.ts'

const DEFAULT_HOURS = 24
const MOST_HOURS = 30 * 24
const HOUR_SECONDS = 3600

interface Props {
  readonly subscription: Subscription
  readonly onClose: () => void
  readonly onMade: (made: Subscription) => void
}

export function RotateDialog({ subscription, onClose, onMade }: Props) {
  const t = useTexts()
  const [hours, setHours] = useState<number>(DEFAULT_HOURS)
  const body = { overlap_seconds: Math.round(hours * HOUR_SECONDS) }
  const rotation = useAct(
    cairn => cairn.subscriptions.rotate({ subscription_id: subscription.id, body }),
    [subscriptionsKey],
    made => {
      onMade(made)
      onClose()
    },
  )
  return (
    <FormDialog opened onClose={onClose} title={t('New secret')} mutation={rotation}>
      <Text size="sm">
        {t(
          'Requests are signed with both secrets for this long. Give the new one to the receiver within that time.',
        )}
      </Text>
      <NumberInput
        label={t('Hours with both secrets')}
        min={0}
        max={MOST_HOURS}
        value={hours}
        onChange={value => setHours(Number(value) || 0)}
      />
    </FormDialog>
  )
}
