/** People with an account: found, invited, opened. */
import type { Account, CairnClient } from '@cairn-ehr/client'
import { Badge, Button, Group, Table, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Search, ShieldCheck, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { formatIso } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty, NoRight, Wait } from '../../parts/states.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import { useAct } from '../../session/use-act.ts'
import { useRight } from '../../session/use-session.ts'
import { Invitation } from './invitation.tsx'
import { peopleKey, usePeople } from './queries.ts'
import { AssignedRoleChoice, RoleChoice } from './role-choice.tsx'
import { foundPeople, roleName } from './roles.ts'
import { useTexts } from './texts.ts'

interface InviteProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly onMade: (person: Account) => void
}

const NOBODY = { person_id: '', name: '', email: '' }

function Invite({ opened, onClose, onMade }: InviteProps) {
  const t = useTexts()
  const [form, setForm] = useState(NOBODY)
  const [roles, setRoles] = useState(['clinician'])
  const [assignedRoles, setAssignedRoles] = useState<string[]>([])
  const invite = (cairn: CairnClient) => {
    const { email, ...person } = form
    return cairn.people.personCreate({
      body: { ...person, roles, assigned_roles: assignedRoles, ...(email === '' ? {} : { email }) },
    })
  }
  const invitation = useAct(invite, [peopleKey], person => {
    setForm(NOBODY)
    onClose()
    onMade(person)
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('Invite a person')}
      mutation={invitation}
      isDisabled={roles.length + assignedRoles.length === 0}
    >
      <TextInput
        label={t('Name')}
        required
        data-autofocus
        value={form.name}
        onChange={event => setForm({ ...form, name: event.currentTarget.value })}
      />
      <TextInput
        label={t('User name')}
        description={t('The name to sign in with: lower-case letters, digits and . _ @ + -')}
        required
        value={form.person_id}
        onChange={event => setForm({ ...form, person_id: event.currentTarget.value })}
      />
      <TextInput
        label={t('E-mail')}
        type="email"
        value={form.email}
        onChange={event => setForm({ ...form, email: event.currentTarget.value })}
      />
      <RoleChoice roles={roles} change={setRoles} />
      <AssignedRoleChoice roles={assignedRoles} change={setAssignedRoles} />
    </FormDialog>
  )
}

function PersonRow({ person }: { readonly person: Account }) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const { person_id, name, email, roles, assigned_roles, disabled, created_at } = person
  const everywhere = roles.map(role => roleName(role, t))
  const assigned = assigned_roles.map(role => t('{role}, where assigned', { role: roleName(role, t) }))
  return (
    <Table.Tr>
      <Table.Td>
        <Link to="/people/$personId" params={{ personId: person_id }}>
          <b>{name}</b>
        </Link>
        <div className="mono dim">{person_id}</div>
      </Table.Td>
      <Table.Td>{email ?? ''}</Table.Td>
      <Table.Td>{[...everywhere, ...assigned].join('; ')}</Table.Td>
      <Table.Td>{formatIso(created_at, timeStyle)}</Table.Td>
      <Table.Td>
        <Badge color={disabled ? 'gray' : 'cairn'} variant="light">
          {disabled ? t('disabled') : t('active')}
        </Badge>
      </Table.Td>
    </Table.Tr>
  )
}

function People({ people }: { readonly people: readonly Account[] }) {
  const t = useTexts()
  const [text, setText] = useState('')
  if (people.length === 0)
    return (
      <Empty
        title={t('No accounts yet')}
        text={t('Invite the first person: the link lets them choose a passkey or a password.')}
      />
    )
  return (
    <>
      <Group mb="sm">
        <TextInput
          aria-label={t('Search')}
          placeholder={t('Search')}
          leftSection={<Search size={15} />}
          size="xs"
          value={text}
          onChange={event => setText(event.currentTarget.value)}
        />
      </Group>
      <WideTable
        label={t('Accounts')}
        headings={[t('Name'), t('E-mail'), t('Roles'), t('Created'), t('State of the account')]}
        minWidth={760}
      >
        {foundPeople(people, text).map(person => (
          <PersonRow key={person.person_id} person={person} />
        ))}
      </WideTable>
    </>
  )
}

export function PeopleScreen() {
  const t = useTexts()
  const isAdmin = useRight('api.admin')
  const [isInviting, setInviting] = useState(false)
  const [made, setMade] = useState<Account | undefined>(undefined)
  const people = usePeople(isAdmin)
  return (
    <>
      <PageHead title={t('Accounts')}>
        {isAdmin ? (
          <>
            <Button component={Link} to="/roles" variant="default" leftSection={<ShieldCheck size={16} />}>
              {t('Roles')}
            </Button>
            <Button leftSection={<UserPlus size={16} />} onClick={() => setInviting(true)}>
              {t('Invite a person')}
            </Button>
          </>
        ) : null}
      </PageHead>
      {made ? <Invitation person={made} forget={() => setMade(undefined)} /> : null}
      {isAdmin ? <Wait query={people}>{all => <People people={all} />}</Wait> : <NoRight right="api.admin" />}
      <Invite opened={isInviting} onClose={() => setInviting(false)} onMade={setMade} />
    </>
  )
}
