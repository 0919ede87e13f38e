/** A date or time as ISO 8601, so that it may be partial; a calendar fills in a whole one. */
import { ActionIcon, Button, Group, TextInput, Tooltip } from '@mantine/core'
import { CalendarDays } from 'lucide-react'
import { useRef } from 'react'
import style from './form.module.css'
import { isoNow, type TimeKind, withZone } from './iso-now.ts'
import { type TextKey, useTexts } from './texts.ts'

const HINTS: Readonly<Record<TimeKind, TextKey>> = {
  date: 'Such as 2026, 2026-11 or 2026-11-16',
  datetime: 'Such as 2026-11-16T09:30 or 2026-11',
  time: 'Such as 09:30',
}

const NATIVE = { date: 'date', datetime: 'datetime-local', time: 'time' } as const

interface Props {
  readonly id: string
  readonly label: string
  readonly kind: TimeKind
  readonly value: string
  readonly isInvalid: boolean
  readonly change: (value: string) => void
}

export function TimeField({ id, label, kind, value, isInvalid, change }: Props) {
  const t = useTexts()
  const picker = useRef<HTMLInputElement>(null)
  return (
    <Group gap="xs" wrap="nowrap">
      <TextInput
        id={id}
        aria-label={label}
        className={style['time']}
        placeholder={t(HINTS[kind])}
        error={isInvalid}
        value={value}
        onChange={event => change(event.currentTarget.value)}
        rightSection={
          <Tooltip label={t('Choose from a calendar')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`${label}: ${t('Choose from a calendar')}`}
              onClick={() => picker.current?.showPicker()}
            >
              <CalendarDays size={16} />
            </ActionIcon>
          </Tooltip>
        }
      />
      <input
        ref={picker}
        type={NATIVE[kind]}
        className={style['picker']}
        tabIndex={-1}
        aria-hidden="true"
        onChange={event => change(withZone(event.currentTarget.value, kind))}
      />
      <Button variant="default" size="xs" onClick={() => change(isoNow(new Date(), kind))}>
        {t('Now')}
      </Button>
    </Group>
  )
}
