/** The filters of the audit trail: time, person, patient, client, operation, action and outcome. */
import { Select, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { ACTION_WORDS, OUTCOME_WORDS } from '../../display/audit-words.ts'
import { instantIn, localIn } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { useRight } from '../../session/use-session.ts'
import { useOperations } from '../api/queries.ts'
import { useFindEhr } from '../ehrs/queries.ts'
import style from './audit.module.css'
import { ACTIONS, type AuditFilter, OUTCOMES } from './audit-search.ts'
import { useTexts } from './texts.ts'

interface Props {
  readonly filter: AuditFilter
  readonly change: (part: AuditFilter) => void
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Takes the id of an EHR, and for readers of records also what finds a patient. */
function PatientField({ filter, change }: Props) {
  const t = useTexts()
  const find = useFindEhr()
  const canFind = useRight('api.read')
  const [fault, setFault] = useState('')
  const choose = async (text: string) => {
    setFault('')
    if (text === '' || UUID.test(text) || !canFind) return change({ ehr_id: text || undefined })
    const found = await find(text).catch(() => [])
    if (found.length === 1) change({ ehr_id: found[0] })
    else setFault(found.length === 0 ? t('Nothing found') : t('Several patients are found by this text.'))
  }
  return (
    <TextInput
      key={filter.ehr_id ?? ''}
      label={canFind ? t('Patient or EHR id') : t('EHR id')}
      defaultValue={filter.ehr_id ?? ''}
      error={fault}
      onBlur={event => void choose(event.currentTarget.value.trim())}
    />
  )
}

const TYPED = [
  ['person', 'Person'],
  ['client_id', 'Client'],
] as const

const TIMES = [
  ['from', 'From'],
  ['to', 'Until'],
] as const

function TimeFields({ filter, change }: Props) {
  const t = useTexts()
  const { zone } = useTimeStyle()
  return TIMES.map(([name, label]) => (
    <TextInput
      key={`${name} ${filter[name] ?? ''}`}
      type="datetime-local"
      label={t(label)}
      defaultValue={filter[name] === undefined ? '' : localIn(new Date(filter[name]), zone)}
      onBlur={event => change({ [name]: instantIn(event.currentTarget.value, zone)?.toISOString() })}
    />
  ))
}

/** The operation of a method and a route, as the events have them. */
function OperationField({ filter, change }: Props) {
  const t = useTexts()
  const { method, route } = filter
  const [isWanted, setWanted] = useState(route !== undefined)
  const operations = useOperations(isWanted)
  const data = useMemo(
    () =>
      operations.map(each => ({
        value: `${each.method} ${each.path}`,
        label: `${each.summary} · ${each.method} ${each.path}`,
      })),
    [operations],
  )
  const choose = (value: string | null) => {
    const [chosenMethod, chosenRoute] = value?.split(' ') ?? []
    change({ method: chosenMethod, route: chosenRoute })
  }
  return (
    <Select
      label={t('Operation')}
      placeholder={t('All')}
      searchable
      clearable
      limit={50}
      className={style['wide']}
      comboboxProps={{ width: 'min(36rem, 90vw)', position: 'bottom-end' }}
      nothingFoundMessage={t('Nothing found')}
      data={data}
      value={route === undefined ? null : `${method} ${route}`}
      onFocus={() => setWanted(true)}
      onChange={choose}
    />
  )
}

export function Filters(props: Props) {
  const { filter, change } = props
  const t = useTexts()
  return (
    <div className={style['filters']}>
      <TimeFields {...props} />
      <PatientField {...props} />
      {TYPED.map(([name, label]) => (
        <TextInput
          key={name}
          label={t(label)}
          defaultValue={filter[name] ?? ''}
          onBlur={event => change({ [name]: event.currentTarget.value.trim() || undefined })}
        />
      ))}
      <OperationField {...props} />
      <Select
        label={t('Action')}
        placeholder={t('All')}
        clearable
        data={ACTIONS.map(value => ({ value, label: t(ACTION_WORDS[value]) }))}
        value={filter.action ?? null}
        onChange={value => change({ action: (value ?? undefined) as AuditFilter['action'] })}
      />
      <Select
        label={t('Outcome')}
        placeholder={t('All')}
        clearable
        data={OUTCOMES.map(value => ({ value, label: t(OUTCOME_WORDS[value]) }))}
        value={filter.outcome ?? null}
        onChange={value => change({ outcome: (value ?? undefined) as AuditFilter['outcome'] })}
      />
    </div>
  )
}
