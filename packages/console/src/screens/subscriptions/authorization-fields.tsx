/** Credentials for the receiver, beside the signature. */
import { PasswordInput, Select, TextInput } from '@mantine/core'
import type { AuthorizationChoice, SubscriptionForm } from './subscription-form.ts'
import style from './subscriptions.module.css'
import { type TextKey, useTexts } from './texts.ts'

const CHOICES: readonly (readonly [AuthorizationChoice, TextKey])[] = [
  ['keep', 'As before'],
  ['none', 'None beside the signature'],
  ['bearer', 'Bearer token'],
  ['client_credentials', 'Client credentials (OAuth)'],
]

interface Props {
  readonly form: SubscriptionForm
  readonly change: (part: Partial<SubscriptionForm>) => void
  /** True if the subscription has credentials that can be kept. */
  readonly hasOld: boolean
}

function ClientFields({ form, change }: Omit<Props, 'hasOld'>) {
  const t = useTexts()
  return (
    <div className={style['pair']}>
      <TextInput
        label={t('Token endpoint')}
        type="url"
        required
        value={form.tokenUrl}
        onChange={event => change({ tokenUrl: event.currentTarget.value })}
      />
      <TextInput
        label={t('Client id')}
        required
        autoComplete="off"
        value={form.clientId}
        onChange={event => change({ clientId: event.currentTarget.value })}
      />
      <PasswordInput
        label={t('Client secret')}
        required
        autoComplete="new-password"
        value={form.clientSecret}
        onChange={event => change({ clientSecret: event.currentTarget.value })}
      />
      <TextInput
        label={t('Scopes')}
        value={form.scope}
        onChange={event => change({ scope: event.currentTarget.value })}
      />
    </div>
  )
}

export function AuthorizationFields({ form, change, hasOld }: Props) {
  const t = useTexts()
  const choices = CHOICES.filter(([choice]) => hasOld || choice !== 'keep')
  return (
    <>
      <Select
        label={t('Credentials for the receiver')}
        allowDeselect={false}
        data={choices.map(([value, label]) => ({ value, label: t(label) }))}
        value={form.authorization}
        onChange={value => change({ authorization: (value ?? 'none') as AuthorizationChoice })}
      />
      {form.authorization === 'bearer' ? (
        <PasswordInput
          label={t('Token')}
          required
          autoComplete="new-password"
          value={form.token}
          onChange={event => change({ token: event.currentTarget.value })}
        />
      ) : null}
      {form.authorization === 'client_credentials' ? <ClientFields form={form} change={change} /> : null}
    </>
  )
}
