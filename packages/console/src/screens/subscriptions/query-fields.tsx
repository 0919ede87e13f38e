/** The query of a subscription: of the events that pass the filter, those whose record has other rows of it. */
import { Textarea, TextInput } from '@mantine/core'
import { isSendable, type SubscriptionForm } from './subscription-form.ts'
import style from './subscriptions.module.css'
import { useTexts } from './texts.ts'

interface Props {
  readonly form: SubscriptionForm
  readonly change: (part: Partial<SubscriptionForm>) => void
}

export function QueryFields({ form, change }: Props) {
  const t = useTexts()
  return (
    <fieldset className={style['fields']}>
      <legend>{t('Query')}</legend>
      <Textarea
        label="AQL"
        description={t(
          'An event is sent if a row of the query appears, changes or goes with it. Each row must come from one record.',
        )}
        autosize
        minRows={2}
        maxRows={12}
        spellCheck={false}
        classNames={{ input: 'mono' }}
        value={form.q}
        onChange={event => change({ q: event.currentTarget.value })}
      />
      {form.q.trim() === '' ? null : (
        <TextInput
          label={t('Values of its parameters, as JSON')}
          placeholder='{"limit": 6}'
          spellCheck={false}
          classNames={{ input: 'mono' }}
          value={form.parameters}
          error={isSendable(form) ? null : t('This is no JSON object.')}
          onChange={event => change({ parameters: event.currentTarget.value })}
        />
      )}
    </fieldset>
  )
}
