/** A subscription made or changed: address, filter, content, credentials. */
import type { CairnClient, Subscription } from '@cairn-ehr/client'
import { NumberInput, Select, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useAct } from '../../session/use-act.ts'
import { AuthorizationFields } from './authorization-fields.tsx'
import { FilterFields } from './filter-fields.tsx'
import { subscriptionsKey } from './queries.ts'
import { QueryFields } from './query-fields.tsx'
import {
  changeIn,
  EMPTY_FORM,
  formOf,
  isSendable,
  requestIn,
  type SubscriptionForm,
} from './subscription-form.ts'
import style from './subscriptions.module.css'
import { useTexts } from './texts.ts'

const MOST_BATCHED = 100

interface FieldsProps {
  readonly form: SubscriptionForm
  readonly change: (part: Partial<SubscriptionForm>) => void
}

/** Settings that stay as they are once the subscription is made. */
function LastingFields({ form, change }: FieldsProps) {
  const t = useTexts()
  return (
    <div className={style['pair']}>
      <Select
        label={t('Signature')}
        allowDeselect={false}
        data={[
          { value: 'hmac', label: t('Shared secret (HMAC)') },
          { value: 'ed25519', label: t('Key of this server (Ed25519)') },
        ]}
        value={form.signing}
        onChange={value => change({ signing: value === 'ed25519' ? value : 'hmac' })}
      />
      <Select
        label={t('Begin with')}
        allowDeselect={false}
        data={[
          { value: 'now', label: t('the next change') },
          { value: 'start', label: t('the first change of all') },
        ]}
        value={form.after}
        onChange={value => change({ after: value === 'start' ? value : 'now' })}
      />
    </div>
  )
}

function AddressFields({ form, change }: FieldsProps) {
  const t = useTexts()
  return (
    <>
      <TextInput
        label={t('Name')}
        required
        maxLength={200}
        data-autofocus
        value={form.name}
        onChange={event => change({ name: event.currentTarget.value })}
      />
      <TextInput
        label={t('Address')}
        description={t('https, and outside of private networks unless the server allows it')}
        type="url"
        required
        value={form.url}
        onChange={event => change({ url: event.currentTarget.value })}
      />
    </>
  )
}

function ContentFields({ form, change }: FieldsProps) {
  const t = useTexts()
  return (
    <div className={style['pair']}>
      <Switch
        label={t('Send the content of records')}
        description={t('Otherwise events have ids and names alone.')}
        checked={form.withContent}
        onChange={event => change({ withContent: event.currentTarget.checked })}
      />
      <NumberInput
        label={t('Events of a request')}
        description={t('More than 1: in batches, and EHRs wait for each other.')}
        min={1}
        max={MOST_BATCHED}
        allowDecimal={false}
        value={form.batchSize}
        onChange={value => change({ batchSize: Number(value) || 1 })}
      />
    </div>
  )
}

interface Props {
  /** Absent: a new one is made. */
  readonly subscription?: Subscription
  readonly onClose: () => void
  readonly onMade?: (made: Subscription) => void
}

export function SubscriptionDialog({ subscription, onClose, onMade }: Props) {
  const t = useTexts()
  const [form, setForm] = useState(subscription ? formOf(subscription) : EMPTY_FORM)
  const change = (part: Partial<SubscriptionForm>) => setForm({ ...form, ...part })
  const save = ({ subscriptions }: CairnClient) =>
    subscription
      ? subscriptions.update({ subscription_id: subscription.id, body: changeIn(form) })
      : subscriptions.create({ body: requestIn(form) })
  const saving = useAct(save, [subscriptionsKey], made => {
    onMade?.(made)
    onClose()
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={subscription ? t('Change subscription') : t('Subscribe')}
      mutation={saving}
      isDisabled={!isSendable(form)}
      size="xl"
    >
      <AddressFields form={form} change={change} />
      <FilterFields form={form} change={change} />
      <QueryFields form={form} change={change} />
      <ContentFields form={form} change={change} />
      <AuthorizationFields form={form} change={change} hasOld={Boolean(subscription?.authorization)} />
      {subscription ? null : <LastingFields form={form} change={change} />}
    </FormDialog>
  )
}
