/** Access that people took in an emergency: who, to which EHR, why, what they saw; and the review of it. */
import type { Assignment } from '@cairn-ehr/client'
import { Badge, Button, Group, SegmentedControl, Text, Textarea } from '@mantine/core'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { formatIso } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty, NoRight, Wait } from '../../parts/states.tsx'
import { useAct } from '../../session/use-act.ts'
import { useRight } from '../../session/use-session.ts'
import { PatientLink } from '../demographics/patient-name.tsx'
import type { PatientFacts } from '../demographics/patients.ts'
import { usePatients } from '../demographics/queries.ts'
import { type AccessState, stateOf } from './accesses.ts'
import style from './break-glass.module.css'
import { breakGlassKey, useEmergencyAccesses } from './queries.ts'
import { Seen } from './seen.tsx'
import { type TextKey, useTexts } from './texts.ts'

const route = getRouteApi('/break-glass')

const STATES: Readonly<Record<AccessState, readonly [words: TextKey, color: string]>> = {
  open: ['open now', 'red'],
  waiting: ['waits for a review', 'amber'],
  reviewed: ['reviewed', 'cairn'],
}

function ReviewDialog({ access, onClose }: { readonly access: Assignment; readonly onClose: () => void }) {
  const t = useTexts()
  const [review, setReview] = useState('')
  const { assignment_id } = access
  const reviewing = useAct(
    cairn => cairn.people.breakGlassReview({ assignment_id, body: { review: review.trim() } }),
    [breakGlassKey],
    onClose,
  )
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Mark as reviewed')}
      mutation={reviewing}
      isDisabled={review.trim() === ''}
    >
      <Textarea
        label={t('Result of the review')}
        description={t('It is stored with the access and cannot be undone.')}
        required
        data-autofocus
        autosize
        minRows={3}
        maxLength={1000}
        value={review}
        onChange={event => setReview(event.currentTarget.value)}
      />
    </FormDialog>
  )
}

interface AccessProps {
  readonly access: Assignment
  readonly patient: PatientFacts | undefined
}

function AccessHead({ access, patient }: AccessProps) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const { person_id, ehr_id = '', from, to = '' } = access
  const [words, color] = STATES[stateOf(access, new Date())]
  return (
    <Group justify="space-between">
      <Group gap="xs">
        <Link to="/people/$personId" params={{ personId: person_id }}>
          <b>{person_id}</b>
        </Link>
        <span>
          {t('EHR')} <PatientLink ehrId={ehr_id} patient={patient} />
        </span>
        <Badge color={color} variant="light">
          {t(words)}
        </Badge>
      </Group>
      <span className="dim">
        {formatIso(from, timeStyle)} – {formatIso(to, timeStyle)}
      </span>
    </Group>
  )
}

function AccessView({ access, patient }: AccessProps) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const [isOpen, setOpen] = useState(false)
  const [isReviewing, setReviewing] = useState(false)
  const { reason, review, reviewed_by = '', reviewed_at = '' } = access
  return (
    <li className={style['access']}>
      <AccessHead access={access} patient={patient} />
      <p className={style['reason']}>
        <b>{t('Reason')}</b> {reason}
      </p>
      {review === undefined ? null : (
        <div className={style['review']}>
          <div>{review}</div>
          <Text size="sm" c="dimmed">
            {t('Reviewed by {person}, {time}', {
              person: reviewed_by,
              time: formatIso(reviewed_at, timeStyle),
            })}
          </Text>
        </div>
      )}
      <Group gap="xs">
        <Button size="compact-sm" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('What was seen')}
        </Button>
        {review === undefined ? (
          <Button size="compact-sm" onClick={() => setReviewing(true)}>
            {t('Mark as reviewed')}
          </Button>
        ) : null}
      </Group>
      {isOpen ? <Seen access={access} /> : null}
      {isReviewing ? <ReviewDialog access={access} onClose={() => setReviewing(false)} /> : null}
    </li>
  )
}

function Accesses({
  accesses,
  isAll,
}: {
  readonly accesses: readonly Assignment[]
  readonly isAll: boolean
}) {
  const t = useTexts()
  const patients = usePatients(accesses.flatMap(({ ehr_id }) => ehr_id ?? []))
  if (accesses.length === 0)
    return (
      <Empty
        title={isAll ? t('Nobody has taken access in an emergency') : t('No access waits for a review')}
      />
    )
  return (
    <ul className={style['accesses']}>
      {accesses.map(access => (
        <AccessView key={access.assignment_id} access={access} patient={patients.get(access.ehr_id ?? '')} />
      ))}
    </ul>
  )
}

export function BreakGlassScreen() {
  const t = useTexts()
  const navigate = useNavigate()
  const canRead = useRight('audit')
  const { show } = route.useSearch()
  const isAll = show === 'all'
  const accesses = useEmergencyAccesses(isAll, canRead)
  return (
    <>
      <PageHead title={t('Break-glass')}>
        {canRead ? (
          <SegmentedControl
            aria-label={t('Break-glass')}
            value={isAll ? 'all' : 'waiting'}
            onChange={value =>
              void navigate({ to: '/break-glass', search: value === 'all' ? { show: 'all' } : {} })
            }
            data={[
              { value: 'waiting', label: t('Without a review') },
              { value: 'all', label: t('All') },
            ]}
          />
        ) : null}
      </PageHead>
      <p className={`${style['about']} dim`}>
        {t(
          'People with a role for assigned EHRs can take an hour’s access to another EHR. Each access is listed here until somebody has reviewed it.',
        )}
      </p>
      {canRead ? (
        <Wait query={accesses}>{found => <Accesses accesses={found} isAll={isAll} />}</Wait>
      ) : (
        <NoRight right="api.admin" />
      )}
    </>
  )
}
