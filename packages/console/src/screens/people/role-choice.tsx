/** The roles of a person by checkbox, each with what it allows. */
import { Checkbox, Stack } from '@mantine/core'
import { isRole, ROLES, type Role } from './roles.ts'
import { useTexts } from './texts.ts'

interface Props {
  readonly roles: readonly Role[]
  readonly change: (roles: Role[]) => void
}

export function RoleChoice({ roles, change }: Props) {
  const t = useTexts()
  return (
    <Checkbox.Group label={t('Roles')} value={[...roles]} onChange={chosen => change(chosen.filter(isRole))}>
      <Stack gap="xs" mt="xs">
        {ROLES.map(([role, name, words]) => (
          <Checkbox key={role} value={role} label={t(name)} description={t(words)} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
