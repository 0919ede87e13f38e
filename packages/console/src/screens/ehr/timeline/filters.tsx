/** Filters of the timeline: by kind, by author, by template. They are part of the address. */
import { Button, Group, Select } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { ENTRY_KINDS, type EntryKind } from '../../../display/clinical/definition.ts'
import type { EhrPageSearch } from '../ehr-search.ts'
import { useTimelineChoices } from '../queries.ts'
import { type TextKey, useTexts } from '../texts.ts'
import { useClinical } from '../use-clinical.ts'
import type { Counted, TimelineFilter } from './records.ts'
import style from './timeline.module.css'

const KIND_LABELS: Readonly<Record<EntryKind, TextKey>> = {
  alert: 'Alerts',
  problem: 'Problems',
  allergy: 'Allergies',
  medication: 'Medication',
  'vital sign': 'Vital signs',
  laboratory: 'Laboratory',
  imaging: 'Imaging',
  procedure: 'Procedures',
  request: 'Requests to others',
  note: 'Notes',
}

const counted = (choices: readonly Counted[]) =>
  choices.map(({ name, count }) => ({ value: name, label: `${name} (${count})` }))

interface Props {
  readonly ehrId: string
  readonly filter: TimelineFilter
}

export function Filters({ ehrId, filter }: Props) {
  const t = useTexts()
  const navigate = useNavigate()
  const { definitions } = useClinical()
  const choices = useTimelineChoices(ehrId).data
  const choose = (change: Partial<EhrPageSearch>) => {
    const { template, author, kind } = { ...filter, ...change }
    const search = {
      view: 'records' as const,
      ...(template ? { template } : {}),
      ...(author ? { author } : {}),
      ...(kind ? { kind } : {}),
    }
    void navigate({ to: '/ehrs/$ehrId', params: { ehrId }, search, replace: true })
  }
  const present = (kind: EntryKind) =>
    definitions.some(each => each.kind === kind && each.archetypes.some(id => choices?.archetypes.has(id)))
  const kinds = ENTRY_KINDS.filter(present).map(kind => ({ value: kind, label: t(KIND_LABELS[kind]) }))
  const select = (label: string, data: { value: string; label: string }[], name: keyof TimelineFilter) => (
    <Select
      size="xs"
      className={style['filter']}
      aria-label={label}
      placeholder={label}
      data={data}
      value={filter[name] ?? null}
      onChange={value => choose({ [name]: value ?? undefined })}
      clearable
      searchable
    />
  )
  const isFiltered = Object.values(filter).some(each => each !== undefined)
  return (
    <Group className={style['filters']} gap="xs">
      {select(t('Kind'), kinds, 'kind')}
      {select(t('Author'), counted(choices?.authors ?? []), 'author')}
      {select(t('Template'), counted(choices?.templates ?? []), 'template')}
      {isFiltered ? (
        <Button
          size="xs"
          variant="subtle"
          onClick={() => choose({ template: undefined, author: undefined, kind: undefined })}
        >
          {t('All')}
        </Button>
      ) : null}
    </Group>
  )
}
