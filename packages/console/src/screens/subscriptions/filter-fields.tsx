/** The fields of a filter. */
import { MultiSelect, TagsInput, Text } from '@mantine/core'
import { EVENT_TYPES } from '../../display/event-types.ts'
import { useTemplates } from '../templates/queries.ts'
import type { SubscriptionForm } from './subscription-form.ts'
import style from './subscriptions.module.css'
import { useTexts } from './texts.ts'

interface Props {
  readonly form: SubscriptionForm
  readonly change: (part: Partial<SubscriptionForm>) => void
}

export function FilterFields({ form, change }: Props) {
  const t = useTexts()
  const templates = (useTemplates().data ?? []).map(({ template_id }) => template_id)
  return (
    <fieldset className={style['fields']}>
      <legend>{t('Filter')}</legend>
      <Text size="sm" c="dimmed">
        {t('An event is sent if it has one of the values of each field. Empty fields let everything pass.')}
      </Text>
      <MultiSelect
        label={t('Types of events')}
        data={EVENT_TYPES}
        searchable
        hidePickedOptions
        value={[...form.type]}
        onChange={type => change({ type })}
      />
      <div className={style['pair']}>
        <TagsInput
          label={t('Templates')}
          data={templates}
          acceptValueOnBlur
          value={[...form.template_id]}
          onChange={template_id => change({ template_id })}
        />
        <TagsInput
          label={t('Archetypes')}
          value={[...form.archetype_id]}
          onChange={archetype_id => change({ archetype_id })}
        />
        <TagsInput label={t('EHR id')} value={[...form.ehr_id]} onChange={ehr_id => change({ ehr_id })} />
        <TagsInput
          label={t('Tags')}
          description={t('key or key=value')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={[...form.tag]}
          onChange={tag => change({ tag })}
        />
      </div>
    </fieldset>
  )
}
