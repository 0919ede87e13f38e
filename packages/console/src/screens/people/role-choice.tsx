/** The roles of a person by checkbox, each with what it allows: in all EHRs, and in those that are assigned. */
import { Checkbox, Stack } from '@mantine/core'
import { type AssignableRole, isAssignableRole, isRole, ROLES, type Role } from './roles.ts'
import { useTexts } from './texts.ts'

interface Props {
  readonly roles: readonly Role[]
  readonly change: (roles: Role[]) => void
}

export function RoleChoice({ roles, change }: Props) {
  const t = useTexts()
  return (
    <Checkbox.Group
      label={t('Roles in all EHRs')}
      value={[...roles]}
      onChange={chosen => change(chosen.filter(isRole))}
    >
      <Stack gap="xs" mt="xs">
        {ROLES.map(([role, name, words]) => (
          <Checkbox key={role} value={role} label={t(name)} description={t(words)} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

interface AssignedProps {
  readonly roles: readonly AssignableRole[]
  readonly change: (roles: AssignableRole[]) => void
}

export function AssignedRoleChoice({ roles, change }: AssignedProps) {
  const t = useTexts()
  return (
    <Checkbox.Group
      label={t('Roles in assigned EHRs')}
      description={t('They hold in the EHRs that are assigned to the person, and in no others.')}
      value={[...roles]}
      onChange={chosen => change(chosen.filter(isAssignableRole))}
    >
      <Stack gap="xs" mt="xs">
        {ROLES.filter(([role]) => isAssignableRole(role)).map(([role, name]) => (
          <Checkbox key={role} value={role} label={t('{role}, where assigned', { role: t(name) })} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
