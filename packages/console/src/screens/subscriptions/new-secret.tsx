/** The secret of a subscription, shown once. */
import type { Subscription } from '@cairn-ehr/client'
import { Alert, Code, Group, Text } from '@mantine/core'
import { formatIso } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import style from './subscriptions.module.css'
import { useTexts } from './texts.ts'

interface Props {
  readonly made: Subscription
  readonly forget: () => void
}

export function NewSecret({ made, forget }: Props) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const { name, secret, signing, previous_secret_until: until } = made
  if (secret === undefined) return null
  const isPublic = signing === 'ed25519'
  return (
    <Alert
      color="amber"
      title={`${name}: ${isPublic ? t('Public key') : t('The secret is shown this once')}`}
      withCloseButton
      closeButtonLabel={t('Close')}
      onClose={forget}
    >
      <Text size="sm" mb="xs">
        {t('Give it to the receiver, which verifies each request with it.')}{' '}
        {until === undefined
          ? null
          : t('Both secrets are valid until {time}.', { time: formatIso(until, timeStyle) })}
      </Text>
      <Group gap="xs">
        <Code className={style['address']}>{secret}</Code>
        <CopyButton value={secret} label={t('Copy')} withText />
      </Group>
    </Alert>
  )
}
