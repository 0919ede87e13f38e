/** EHRs that are or were assigned to a person: listed, added, ended. */
import type { Assignment } from '@cairn-ehr/client'
import { Alert, Badge, Button, Group, Table, Text } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { formatIso } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { Failure, Wait } from '../../parts/states.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import { useAct } from '../../session/use-act.ts'
import { PatientLink } from '../demographics/patient-name.tsx'
import type { PatientFacts } from '../demographics/patients.ts'
import { usePatients } from '../demographics/queries.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { type AssignmentState, sortAssignments, stateOf, tagOf } from './assignments.ts'
import style from './people.module.css'
import { personKey, useAssignments } from './queries.ts'
import { useTexts } from './texts.ts'

const COLORS: Readonly<Record<AssignmentState, string>> = {
  'in force': 'cairn',
  'not yet': 'amber',
  ended: 'gray',
}

interface AssignmentProps {
  readonly assignment: Assignment
  readonly patient: PatientFacts | undefined
}

function ReachOf({ assignment, patient }: AssignmentProps) {
  const t = useTexts()
  const { kind, ehr_id = '', episode_id = '' } = assignment
  if (kind === 'tag')
    return <span className={style['text']}>{t('Tag {tag}', { tag: tagOf(assignment) })}</span>
  return (
    <>
      <PatientLink ehrId={ehr_id} patient={patient} />
      {kind === 'episode' ? (
        <div className="dim" title={episode_id}>
          {t('Episode {id}', { id: `${episode_id.slice(0, 8)}…` })}
        </div>
      ) : null}
      {kind === 'break_glass' ? <div className="dim">{t('taken in an emergency')}</div> : null}
    </>
  )
}

function AssignmentRow({ assignment, patient, now }: AssignmentProps & { readonly now: Date }) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const { assignment_id, person_id, from, to, reason, assigned_by } = assignment
  const ending = useAct(cairn => cairn.people.assignmentEnd({ assignment_id }), [personKey(person_id)])
  const state = stateOf(assignment, now)
  return (
    <Table.Tr>
      <Table.Td>
        <ReachOf assignment={assignment} patient={patient} />
      </Table.Td>
      <Table.Td className={style['nowrap']}>
        {formatIso(from, timeStyle)} –{to === undefined ? null : <div>{formatIso(to, timeStyle)}</div>}
      </Table.Td>
      <Table.Td>
        {assigned_by}
        {reason === undefined ? null : <div className={`${style['text']} dim`}>{reason}</div>}
      </Table.Td>
      <Table.Td>
        <Badge color={COLORS[state]} variant="light" miw="max-content">
          {t(state)}
        </Badge>
      </Table.Td>
      <Table.Td>
        {ending.error ? <Failure error={ending.error} /> : null}
        {state === 'ended' ? null : (
          <Button
            size="compact-sm"
            variant="default"
            loading={ending.isPending}
            onClick={() => ending.mutate()}
          >
            {t('End now')}
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  )
}

interface Props {
  readonly personId: string
  readonly hasAssignedRoles: boolean
}

export function Grants({ personId, hasAssignedRoles }: Props) {
  const t = useTexts()
  const [isAssigning, setAssigning] = useState(false)
  const assignments = useAssignments(personId)
  const patients = usePatients((assignments.data ?? []).flatMap(({ ehr_id }) => ehr_id ?? []))
  const now = new Date()
  return (
    <section className={style['panel']} aria-label={t('Assigned EHRs')}>
      <Group justify="space-between" mb="xs">
        <h2>{t('Assigned EHRs')}</h2>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Plus size={14} />}
          onClick={() => setAssigning(true)}
        >
          {t('Assign EHRs')}
        </Button>
      </Group>
      {hasAssignedRoles ? null : (
        <Alert color="gray" variant="light" mb="sm">
          {t('Assignments have no effect until the person has a role in assigned EHRs.')}
        </Alert>
      )}
      <Wait query={assignments} rows={2}>
        {all =>
          all.length === 0 ? (
            <Text c="dimmed">{t('No EHR is assigned to this person.')}</Text>
          ) : (
            <WideTable
              label={t('Assignments')}
              headings={[t('Assigned'), `${t('From')} – ${t('Until')}`, t('By'), t('In force'), t('Actions')]}
              minWidth={620}
            >
              {sortAssignments(all, now).map(each => (
                <AssignmentRow
                  key={each.assignment_id}
                  assignment={each}
                  patient={patients.get(each.ehr_id ?? '')}
                  now={now}
                />
              ))}
            </WideTable>
          )
        }
      </Wait>
      {isAssigning ? <AssignDialog personId={personId} onClose={() => setAssigning(false)} /> : null}
    </section>
  )
}
