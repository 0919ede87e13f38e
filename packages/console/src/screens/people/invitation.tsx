/** The link that lets a person in, shown once. */
import type { Account } from '@cairn-ehr/client'
import { Alert, Code, Group } from '@mantine/core'
import { formatIso } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { useTexts } from './texts.ts'

export function Invitation({ person, forget }: { readonly person: Account; readonly forget: () => void }) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  if (!person.invitation) return null
  const { link, expires_at } = person.invitation
  return (
    <Alert
      color="amber"
      mb="md"
      withCloseButton
      closeButtonLabel={t('Close')}
      onClose={forget}
      title={person.name}
    >
      <p>
        {t('The link is shown this once. Give it to the person; it works once, until {time}.', {
          time: formatIso(expires_at, timeStyle),
        })}
      </p>
      <Group gap="xs">
        <Code style={{ overflowWrap: 'anywhere' }}>{link}</Code>
        <CopyButton value={link} label={t('Copy')} withText />
      </Group>
    </Alert>
  )
}
