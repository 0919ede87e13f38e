/** One person: name, roles, what they allow, assigned EHRs, state of the account, ways to sign in, apps, sessions. Each part is a section of its own. */
import type { Account as Person } from '@cairn-ehr/client'
import { Badge, Button, Group, Stack, TextInput } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { PageHead } from '../../parts/page-head.tsx'
import { Failure, NoRight, Wait } from '../../parts/states.tsx'
import { useAct } from '../../session/use-act.ts'
import { useRight } from '../../session/use-session.ts'
import { Access } from './access.tsx'
import { Apps } from './apps.tsx'
import { Grants } from './grants.tsx'
import { Invitation } from './invitation.tsx'
import style from './people.module.css'
import { peopleKey, rolesKey, usePerson } from './queries.ts'
import { AssignedRoleChoice, RoleChoice } from './role-choice.tsx'
import { Sessions } from './sessions.tsx'
import { SignInWays } from './sign-in-ways.tsx'
import { useTexts } from './texts.ts'

const route = getRouteApi('/people/$personId')

/** Writes a change, and reads the person again. */
const useChange = (person_id: string) =>
  useAct(
    (cairn, body: Parameters<typeof cairn.people.personUpdate>[0]['body']) =>
      cairn.people.personUpdate({ person_id, body }),
    [peopleKey, rolesKey],
  )

function Account({ person }: { readonly person: Person }) {
  const t = useTexts()
  const [name, setName] = useState(person.name)
  const [email, setEmail] = useState(person.email ?? '')
  const [roles, setRoles] = useState([...person.roles])
  const [assignedRoles, setAssignedRoles] = useState([...person.assigned_roles])
  const change = useChange(person.person_id)
  return (
    <section className={style['panel']}>
      <form
        onSubmit={event => {
          event.preventDefault()
          change.mutate({ name, roles, assigned_roles: assignedRoles, email: email === '' ? null : email })
        }}
      >
        <Stack>
          <TextInput
            label={t('Name')}
            required
            value={name}
            onChange={event => setName(event.currentTarget.value)}
          />
          <TextInput
            label={t('E-mail')}
            type="email"
            value={email}
            onChange={event => setEmail(event.currentTarget.value)}
          />
          <RoleChoice roles={roles} change={setRoles} />
          <AssignedRoleChoice roles={assignedRoles} change={setAssignedRoles} />
          {change.error ? <Failure error={change.error} /> : null}
          <Group>
            <Button type="submit" loading={change.isPending}>
              {t('Save changes')}
            </Button>
          </Group>
        </Stack>
      </form>
    </section>
  )
}

function Actions({ person, onMade }: { readonly person: Person; readonly onMade: (person: Person) => void }) {
  const t = useTexts()
  const { person_id, disabled } = person
  const invite = useAct(cairn => cairn.people.personInvite({ person_id }), [], onMade)
  const change = useChange(person_id)
  const error = invite.error ?? change.error
  return (
    <>
      {error ? <Failure error={error} /> : null}
      <Button variant="default" loading={invite.isPending} onClick={() => invite.mutate()}>
        {t('New link')}
      </Button>
      <Button
        variant="default"
        {...(disabled ? {} : { color: 'red' })}
        loading={change.isPending}
        onClick={() => change.mutate({ disabled: !disabled })}
      >
        {disabled ? t('Enable account') : t('Disable account')}
      </Button>
    </>
  )
}

export function PersonScreen() {
  const t = useTexts()
  const { personId } = route.useParams()
  const isAdmin = useRight('api.admin')
  const [made, setMade] = useState<Person | undefined>(undefined)
  const person = usePerson(personId, isAdmin)
  if (!isAdmin) return <NoRight right="api.admin" />
  return (
    <Wait query={person} heading={personId}>
      {found => (
        <>
          <PageHead
            title={found.name}
            state={
              <Group gap="xs">
                <span className="mono">{found.person_id}</span>
                <Badge color={found.disabled ? 'gray' : 'cairn'} variant="light">
                  {found.disabled ? t('disabled') : t('active')}
                </Badge>
                {found.provider === undefined ? null : (
                  <span>{t('Vouched for by {provider}', { provider: found.provider })}</span>
                )}
              </Group>
            }
          >
            <Actions person={found} onMade={setMade} />
          </PageHead>
          {made ? <Invitation person={made} forget={() => setMade(undefined)} /> : null}
          <div className={style['columns']}>
            <Account key={JSON.stringify(found)} person={found} />
            <div>
              <Access personId={personId} />
              <Grants personId={personId} hasAssignedRoles={found.assigned_roles.length > 0} />
              <SignInWays personId={personId} />
              <Sessions personId={personId} />
              <Apps personId={personId} />
              <Link to="/audit" search={{ person: personId }}>
                {t('What this person did')}
              </Link>
            </div>
          </div>
        </>
      )}
    </Wait>
  )
}
