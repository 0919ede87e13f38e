/** All EHRs: search, a list of any length, create. */
import { Button, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Plus, Search } from 'lucide-react'
import { useState } from 'react'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty, Failure, Loading } from '../../parts/states.tsx'
import { useRight } from '../../session/use-session.ts'
import { NoRecords } from '../overview/load-demo.tsx'
import { useTemplates } from '../templates/queries.ts'
import { CreateEhr } from './create-ehr.tsx'
import { EhrList } from './ehr-list.tsx'
import type { EhrSearch } from './ehr-search.ts'
import style from './ehrs.module.css'
import { useEhrCount } from './queries.ts'
import { useTexts } from './texts.ts'

const route = getRouteApi('/ehrs')

/** Stops writing an address for every key. */
const TYPING_MS = 250

function Filters({
  search,
  change,
}: {
  readonly search: EhrSearch
  readonly change: (part: EhrSearch) => void
}) {
  const t = useTexts()
  const templates = useTemplates()
  const canSeePeople = useRight('people')
  const typed = useDebouncedCallback((q: string) => change({ q: q === '' ? undefined : q }), TYPING_MS)
  const names = (templates.data ?? []).map(({ template_id }) => template_id)
  return (
    <div className={style['filters']}>
      <TextInput
        className={style['text']}
        label={t('Search')}
        placeholder={canSeePeople ? t('Name, birth date or number') : t('EHR id or subject id')}
        leftSection={<Search size={16} />}
        defaultValue={search.q ?? ''}
        key={search.q === undefined ? 'empty' : 'typed'}
        autoFocus={search.q !== undefined}
        onChange={event => typed(event.currentTarget.value)}
      />
      <Select
        label={t('Template')}
        placeholder={t('All')}
        data={[...new Set(names)]}
        value={search.template ?? null}
        onChange={template => change({ template: template ?? undefined })}
        clearable
        searchable
      />
      <TextInput
        type="date"
        label={t('Created from')}
        value={search.from ?? ''}
        onChange={event => change({ from: event.currentTarget.value || undefined })}
      />
      <TextInput
        type="date"
        label={t('Created before')}
        value={search.before ?? ''}
        onChange={event => change({ before: event.currentTarget.value || undefined })}
      />
    </div>
  )
}

function NoEhr({ isFiltered, clear }: { readonly isFiltered: boolean; readonly clear: () => void }) {
  const t = useTexts()
  if (isFiltered)
    return (
      <Empty title={t('No EHR matches')} text={t('Remove a filter, or look for another id.')}>
        <Button variant="default" onClick={clear}>
          {t('Remove filters')}
        </Button>
      </Empty>
    )
  return <NoRecords />
}

export function EhrsScreen() {
  const t = useTexts()
  const canWrite = useRight('api.write')
  const search = route.useSearch()
  const navigate = useNavigate()
  const [isCreating, setCreating] = useState(false)
  const change = (part: EhrSearch) =>
    void navigate({ to: '/ehrs', search: previous => ({ ...previous, ...part }), replace: true })
  const count = useEhrCount(search)
  const isFiltered = Object.values(search).some(value => value !== undefined)
  const total = count.data?.total
  return (
    <>
      <PageHead
        title={t('EHRs')}
        state={
          total === undefined
            ? ''
            : t('{shown} {count:EHR|EHRs}', { count: total, shown: total.toLocaleString() })
        }
      >
        {canWrite ? (
          <Button leftSection={<Plus size={16} />} onClick={() => setCreating(true)}>
            {t('Create EHR')}
          </Button>
        ) : null}
      </PageHead>
      <Filters search={search} change={change} />
      {count.error ? <Failure error={count.error} retry={() => void count.refetch()} /> : null}
      {total === undefined && !count.error ? <Loading rows={10} /> : null}
      {total === 0 ? (
        <NoEhr isFiltered={isFiltered} clear={() => void navigate({ to: '/ehrs', search: {} })} />
      ) : null}
      {count.data && count.data.total > 0 ? <EhrList {...count.data} /> : null}
      <CreateEhr opened={isCreating} onClose={() => setCreating(false)} />
    </>
  )
}
