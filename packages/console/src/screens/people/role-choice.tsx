/** The roles of a person by checkbox, each with what it allows: in all EHRs, and in those that are assigned. */
import { Checkbox, Stack } from '@mantine/core'
import { Wait } from '../../parts/states.tsx'
import { useRoles } from './queries.ts'
import { roleName, roleWords } from './roles.ts'
import { useTexts } from './texts.ts'

interface Props {
  readonly roles: readonly string[]
  readonly change: (roles: string[]) => void
}

export function RoleChoice({ roles, change }: Props) {
  const t = useTexts()
  return (
    <Wait query={useRoles()} rows={3}>
      {all => (
        <Checkbox.Group label={t('Roles in all EHRs')} value={[...roles]} onChange={change}>
          <Stack gap="xs" mt="xs">
            {all.map(role => (
              <Checkbox
                key={role.name}
                value={role.name}
                label={roleName(role.name, t)}
                description={roleWords(role, t)}
              />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </Wait>
  )
}

export function AssignedRoleChoice({ roles, change }: Props) {
  const t = useTexts()
  return (
    <Wait query={useRoles()} rows={2}>
      {all => (
        <Checkbox.Group
          label={t('Roles in assigned EHRs')}
          description={t('They apply only in the EHRs that are assigned to the person.')}
          value={[...roles]}
          onChange={change}
        >
          <Stack gap="xs" mt="xs">
            {all
              .filter(({ assignable }) => assignable)
              .map(({ name }) => (
                <Checkbox
                  key={name}
                  value={name}
                  label={t('{role}, where assigned', { role: roleName(name, t) })}
                />
              ))}
          </Stack>
        </Checkbox.Group>
      )}
    </Wait>
  )
}
