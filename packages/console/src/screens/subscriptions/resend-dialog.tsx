/** Delivery goes on from another place: from a time, from an event, from the first change, or from now. */
import type { Resend, Subscription } from '@cairn-ehr/client'
import { Radio, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { instantIn } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useAct } from '../../session/use-act.ts'
import { subscriptionsKey } from './queries.ts'
import { type TextKey, useTexts } from './texts.ts'

type Place = 'time' | 'event' | 'start' | 'now'

const PLACES: readonly (readonly [Place, TextKey])[] = [
  ['time', 'A time'],
  ['event', 'An event'],
  ['start', 'The first change'],
  ['now', 'Now: skip what was not sent'],
]

interface ResendForm {
  readonly place: Place
  /** As a calendar field has it. */
  readonly time: string
  readonly event: string
}

/** Undefined: the form does not say a place yet. */
function resendIn({ place, time, event }: ResendForm, zone: string | undefined): Resend | undefined {
  if (place === 'time') {
    const since = instantIn(time, zone)
    return since && { since: since.toISOString() }
  }
  if (place === 'event') return event.trim() === '' ? undefined : { after: event.trim() }
  return { after: place }
}

interface Props {
  readonly subscription: Subscription
  readonly onClose: () => void
}

export function ResendDialog({ subscription, onClose }: Props) {
  const t = useTexts()
  const { zone } = useTimeStyle()
  const [form, setForm] = useState<ResendForm>({ place: 'time', time: '', event: '' })
  const body = resendIn(form, zone)
  const resending = useAct(
    cairn => cairn.subscriptions.resend({ subscription_id: subscription.id, body: body ?? {} }),
    [subscriptionsKey],
    onClose,
  )
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Send again')}
      mutation={resending}
      isDisabled={body === undefined}
    >
      <Radio.Group
        label={t('Send again from')}
        value={form.place}
        onChange={place => setForm({ ...form, place: place as Place })}
      >
        <Stack gap="xs" mt="xs">
          {PLACES.map(([place, words]) => (
            <Radio key={place} value={place} label={t(words)} />
          ))}
        </Stack>
      </Radio.Group>
      {form.place === 'time' ? (
        <TextInput
          label={t('Time')}
          type="datetime-local"
          required
          value={form.time}
          onChange={event => setForm({ ...form, time: event.currentTarget.value })}
        />
      ) : null}
      {form.place === 'event' ? (
        <TextInput
          label={t('Id of the event')}
          required
          value={form.event}
          onChange={event => setForm({ ...form, event: event.currentTarget.value })}
        />
      ) : null}
      <Text size="sm" c="dimmed">
        {t('Everything after it is sent, again if need be: the receiver knows events by their id.')}
      </Text>
    </FormDialog>
  )
}
