/** People who are one: the band on their pages, and the dialog that merges another person into this one. */
import { Alert, Button, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { formatIso } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Failure } from '../../parts/states.tsx'
import { useAct } from '../../session/use-act.ts'
import { useRight } from '../../session/use-session.ts'
import { PartyLink } from './patient-name.tsx'
import type { PatientFacts } from './patients.ts'
import { everything, type PersonMerge, useDuplicates, useFoundPatients, useMerges } from './queries.ts'
import { useTexts } from './texts.ts'

const TYPING_MS = 250
const MOST_FOUND = 10

function MergeLine({ merge, uid }: { readonly merge: PersonMerge; readonly uid: string }) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const canMerge = useRight('people.merge')
  const separating = useAct(cairn => cairn.demographic.personSeparate({ person_uid: merge.from }), everything)
  const isMerged = merge.from === uid
  const [other, name] = isMerged ? [merge.into, merge.intoName] : [merge.from, merge.fromName]
  return (
    <div>
      {isMerged ? t('This person was merged into') : t('Merged into this person:')}{' '}
      <PartyLink party={{ kind: 'person', uid: other }} name={name || `${other.slice(0, 8)}…`} />{' '}
      <span className="dim">
        {[formatIso(merge.mergedAt, timeStyle), merge.reason].filter(each => each !== '').join(' · ')}
      </span>{' '}
      {canMerge ? (
        <Button
          size="compact-xs"
          variant="default"
          loading={separating.isPending}
          onClick={() => separating.mutate()}
        >
          {t('Separate')}
        </Button>
      ) : null}
      {separating.error ? <Failure error={separating.error} /> : null}
    </div>
  )
}

export function MergeBand({ uid }: { readonly uid: string }) {
  const { data: merges = [] } = useMerges(uid)
  if (merges.length === 0) return null
  return (
    <Alert color="amber" variant="light" mb="md">
      {merges.map(merge => (
        <MergeLine key={merge.from} merge={merge} uid={uid} />
      ))}
    </Alert>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly people: readonly PatientFacts[]
  readonly value: string
  readonly onChange: (uid: string) => void
}

function PeopleChoice({ label, people, value, onChange }: ChoiceProps) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  return (
    <Radio.Group label={label} value={value} onChange={onChange}>
      <Stack gap="xs" mt="xs">
        {people.map(({ personUid, name, birthDate, identifiers }) => (
          <Radio
            key={personUid}
            value={personUid}
            label={name || personUid}
            description={[
              birthDate === undefined ? '' : formatIso(birthDate, timeStyle),
              ...identifiers.map(each => each.value),
            ]
              .filter(each => each !== '')
              .join(' · ')}
          />
        ))}
        {people.length === 0 ? <Text size="sm">{t('Nobody found')}</Text> : null}
      </Stack>
    </Radio.Group>
  )
}

interface DialogProps {
  readonly uid: string
  readonly name: string
  readonly onClose: () => void
}

function MergeDialog({ uid, name, onClose }: DialogProps) {
  const t = useTexts()
  const [typed, setTyped] = useState('')
  const [from, setFrom] = useState('')
  const [reason, setReason] = useState('')
  const [text] = useDebouncedValue(typed.trim(), TYPING_MS)
  const duplicates = useDuplicates(uid)
  const found = useFoundPatients(text, MOST_FOUND, text !== '')
  const people: readonly PatientFacts[] = (text === '' ? duplicates.data : found.data) ?? []
  const others = people.filter(({ personUid }) => personUid !== uid)
  const merging = useAct(
    cairn => cairn.demographic.personMerge({ body: { into: uid, from, reason: reason.trim() } }),
    everything,
    onClose,
  )
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Merge with another person')}
      mutation={merging}
      isDisabled={!others.some(({ personUid }) => personUid === from)}
    >
      <Text size="sm">
        {t('The other person is merged into {name}. Both keep their data, and can be separated again.', {
          name,
        })}
      </Text>
      <TextInput
        label={t('Find the other person')}
        placeholder={t('Name, birth date or number')}
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
      />
      <PeopleChoice
        label={text === '' ? t('Possible duplicates') : t('People found')}
        people={others}
        value={from}
        onChange={setFrom}
      />
      <Textarea
        label={t('Reason')}
        maxLength={1000}
        value={reason}
        onChange={event => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  )
}

/** For those who may change people; a person who was merged is merged no further. */
export function MergeButton({ uid, name }: Omit<DialogProps, 'onClose'>) {
  const t = useTexts()
  const canMerge = useRight('people.merge')
  const { data: merges } = useMerges(uid)
  const [isOpen, setIsOpen] = useState(false)
  if (!canMerge || !merges || merges.some(({ from }) => from === uid)) return null
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {t('Merge…')}
      </Button>
      {isOpen ? <MergeDialog uid={uid} name={name} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}
