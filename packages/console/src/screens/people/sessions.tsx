/** Sessions of a person: each can be ended, or all of them with the access of apps. */
import type { Session } from '@cairn-ehr/client'
import { Button, Table, Text } from '@mantine/core'
import { formatIso } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { Failure, Wait } from '../../parts/states.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import { useAct } from '../../session/use-act.ts'
import { EndCell } from './end-cell.tsx'
import style from './people.module.css'
import { personKey, useSessions } from './queries.ts'
import { browserName } from './roles.ts'
import { useTexts } from './texts.ts'

interface Props {
  readonly personId: string
}

function SessionRow({ personId, session }: Props & { readonly session: Session }) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const { session_id = '', method, user_agent = '', address, started_at, used_at, ends_at } = session
  const ending = useAct(
    cairn => cairn.people.personEndSession({ person_id: personId, session_id }),
    [personKey(personId)],
  )
  return (
    <Table.Tr>
      <Table.Td>{method}</Table.Td>
      <Table.Td title={user_agent}>
        {browserName(user_agent)}
        <div className="mono dim">{address}</div>
      </Table.Td>
      <Table.Td>{formatIso(started_at ?? '', timeStyle)}</Table.Td>
      <Table.Td>{formatIso(used_at ?? '', timeStyle)}</Table.Td>
      <Table.Td>{formatIso(ends_at ?? '', timeStyle)}</Table.Td>
      <EndCell label={t('End session')} ending={ending} />
    </Table.Tr>
  )
}

function SessionTable({ personId, sessions }: Props & { readonly sessions: readonly Session[] }) {
  const t = useTexts()
  // The access of apps ends with them.
  const ending = useAct(
    cairn => cairn.people.personEndSessions({ person_id: personId }),
    [personKey(personId)],
  )
  const headings = [t('Signed in by'), t('Browser'), t('Since'), t('Last used'), t('Ends')]
  return (
    <>
      <WideTable label={t('Sessions')} headings={[...headings, t('Actions')]} minWidth={660}>
        {sessions.map(session => (
          <SessionRow key={session.session_id} personId={personId} session={session} />
        ))}
      </WideTable>
      {ending.error ? <Failure error={ending.error} /> : null}
      <Button mt="sm" variant="default" loading={ending.isPending} onClick={() => ending.mutate()}>
        {t('End all sessions')}
      </Button>
      <Text size="sm" c="dimmed" mt={4}>
        {t('All apps lose their access too.')}
      </Text>
    </>
  )
}

export function Sessions({ personId }: Props) {
  const t = useTexts()
  const sessions = useSessions(personId)
  return (
    <section className={style['panel']} aria-label={t('Sessions')}>
      <h2>{t('Sessions')}</h2>
      <Wait query={sessions} rows={2}>
        {all =>
          all.length === 0 ? (
            <Text c="dimmed">{t('Nobody is signed in.')}</Text>
          ) : (
            <SessionTable personId={personId} sessions={all} />
          )
        }
      </Wait>
    </section>
  )
}
