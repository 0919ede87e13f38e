/** Assigns EHRs to a person: one, one until an episode ends, or all with a tag. */
import { Group, Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useAct } from '../../session/use-act.ts'
import { type AssignmentForm, EMPTY_FORM, faultsOf, KINDS, newAssignment } from './assignments.ts'
import { personKey } from './queries.ts'
import { type TextKey, useTexts } from './texts.ts'

const KIND_WORDS: Readonly<Record<AssignmentForm['kind'], TextKey>> = {
  ehr: 'One EHR',
  episode: 'One EHR, until an episode ends',
  tag: 'All EHRs with a tag',
}

interface FieldsProps {
  readonly form: AssignmentForm
  readonly change: (part: Partial<AssignmentForm>) => void
  readonly faults: ReturnType<typeof faultsOf>
}

function ReachFields({ form, change, faults }: FieldsProps) {
  const t = useTexts()
  const notId = (isFault: boolean) => (isFault ? { error: t('This is not an id.') } : {})
  if (form.kind === 'tag')
    return (
      <>
        <TextInput
          label={t('Key of the tag')}
          required
          value={form.tagKey}
          onChange={event => change({ tagKey: event.currentTarget.value })}
        />
        <TextInput
          label={t('Value of the tag')}
          description={t('Default: any value of the tag')}
          value={form.tagValue}
          onChange={event => change({ tagValue: event.currentTarget.value })}
        />
      </>
    )
  return (
    <>
      <TextInput
        label={t('EHR id')}
        required
        value={form.ehrId}
        onChange={event => change({ ehrId: event.currentTarget.value })}
        {...notId(faults.ehrId)}
      />
      {form.kind === 'episode' ? (
        <TextInput
          label={t('Id of the episode')}
          required
          value={form.episodeId}
          onChange={event => change({ episodeId: event.currentTarget.value })}
          {...notId(faults.episodeId)}
        />
      ) : null}
    </>
  )
}

function TimeFields({ form, change, faults }: FieldsProps) {
  const t = useTexts()
  return (
    <Group grow align="flex-start">
      <TextInput
        type="datetime-local"
        label={t('From')}
        description={t('Left out: from now on')}
        value={form.from}
        onChange={event => change({ from: event.currentTarget.value })}
      />
      <TextInput
        type="datetime-local"
        label={t('Until')}
        description={t('Default: until somebody ends it')}
        value={form.to}
        onChange={event => change({ to: event.currentTarget.value })}
        {...(faults.to ? { error: t('The end must be after the start.') } : {})}
      />
    </Group>
  )
}

export function AssignDialog({
  personId,
  onClose,
}: {
  readonly personId: string
  readonly onClose: () => void
}) {
  const t = useTexts()
  const { zone } = useTimeStyle()
  const [form, setForm] = useState(EMPTY_FORM)
  const change = (part: Partial<AssignmentForm>) => setForm({ ...form, ...part })
  const faults = faultsOf(form, new Date(), zone)
  const assigning = useAct(
    cairn => cairn.people.assignmentCreate({ person_id: personId, body: newAssignment(form, zone) }),
    [personKey(personId)],
    onClose,
  )
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Assign EHRs')}
      mutation={assigning}
      isDisabled={!faults.isReady}
    >
      <Radio.Group
        label={t('What is assigned')}
        value={form.kind}
        onChange={chosen => change({ kind: KINDS.find(kind => kind === chosen) ?? 'ehr' })}
      >
        <Stack gap="xs" mt="xs">
          {KINDS.map(kind => (
            <Radio key={kind} value={kind} label={t(KIND_WORDS[kind])} />
          ))}
        </Stack>
      </Radio.Group>
      <ReachFields form={form} change={change} faults={faults} />
      <TimeFields form={form} change={change} faults={faults} />
      <TextInput
        label={t('Reason')}
        maxLength={1000}
        value={form.reason}
        onChange={event => change({ reason: event.currentTarget.value })}
      />
    </FormDialog>
  )
}
