/** Copies a text, and says that it did. */
import { ActionIcon, Button, CopyButton as Copied, Tooltip } from '@mantine/core'
import { Check, Copy } from 'lucide-react'
import { useTexts } from '../language/use-texts.ts'

interface Props {
  readonly value: string
  readonly label: string
  /** Shows the label beside the icon. */
  readonly withText?: boolean
}

export function CopyButton({ value, label, withText = false }: Props) {
  const t = useTexts()
  return (
    <Copied value={value} timeout={1500}>
      {({ copied, copy }) => {
        const icon = copied ? <Check size={15} /> : <Copy size={15} />
        const words = copied ? t('Copied') : label
        if (withText)
          return (
            <Button variant="default" size="xs" leftSection={icon} onClick={copy}>
              {words}
            </Button>
          )
        return (
          <Tooltip label={words}>
            <ActionIcon variant="subtle" color="gray" size="sm" onClick={copy} aria-label={words}>
              {icon}
            </ActionIcon>
          </Tooltip>
        )
      }}
    </Copied>
  )
}
