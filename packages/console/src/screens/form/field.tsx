/** One field of a form: its label, its control, and what the validator says about it. */
import { ActionIcon, Button, Code, Group, Input, Menu, Text } from '@mantine/core'
import { Ban, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { type ControlProps, FieldControl } from './field-control.tsx'
import style from './form.module.css'
import { type TextKey, useTexts } from './texts.ts'

const REASONS: readonly (readonly [code: string, words: TextKey])[] = [
  ['271', 'no information'],
  ['253', 'unknown'],
  ['272', 'masked'],
  ['273', 'not applicable'],
]

export interface Reason {
  /** The code of a null flavour; empty where none is given. */
  readonly code: string
  readonly change: (code: string) => void
}

function ReasonMenu({ reason, label }: { readonly reason: Reason; readonly label: string }) {
  const t = useTexts()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          title={t('No value because')}
          aria-label={`${label}: ${t('No value because')}`}
        >
          <Ban size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('No value because')}</Menu.Label>
        {REASONS.map(([code, words]) => (
          <Menu.Item key={code} onClick={() => reason.change(code)}>
            {t(words)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface FieldProps extends Omit<ControlProps, 'isInvalid'> {
  readonly description: string
  readonly isRequired: boolean
  readonly messages: readonly string[]
  /** Of an element, which may say why it has no value. */
  readonly reason?: Reason
  /** Beside the label: to take the occurrence away. */
  readonly action?: ReactNode
}

export function Field({ description, isRequired, messages, reason, action, ...control }: FieldProps) {
  const t = useTexts()
  const { id, label, parts } = control
  const given = REASONS.find(([code]) => code === reason?.code)
  const isEmpty = Object.keys(parts).length === 0
  return (
    <div className={style['field']} data-invalid={messages.length > 0 ? true : undefined}>
      <Group gap={6} wrap="nowrap">
        <Input.Label htmlFor={id}>
          {label} {isRequired ? <span className={style['required']}>({t('required')})</span> : null}
        </Input.Label>
        {reason && isEmpty && reason.code === '' ? <ReasonMenu reason={reason} label={label} /> : null}
        {action === undefined ? null : <span className={style['action']}>{action}</span>}
      </Group>
      {description === '' ? null : <Input.Description mb={4}>{description}</Input.Description>}
      {parts['raw'] !== undefined ? (
        <>
          <Text size="sm" c="dimmed">
            {t('This value stays unchanged: no field can show it.')}
          </Text>
          <Code block>{JSON.stringify(parts['raw'], null, 2)}</Code>
        </>
      ) : reason && reason.code !== '' ? (
        <Button
          id={id}
          variant="default"
          size="xs"
          rightSection={<X size={14} />}
          onClick={() => reason.change('')}
        >
          {t('No value: {reason}', { reason: given ? t(given[1]) : reason.code })}
        </Button>
      ) : (
        <FieldControl {...control} isInvalid={messages.length > 0} />
      )}
      {messages.map(message => (
        <Input.Error key={message} mt={4}>
          {message}
        </Input.Error>
      ))}
    </div>
  )
}
