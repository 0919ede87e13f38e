/** A date or time in the form of the reader, which may be partial; a calendar fills in a whole one. */
import { ActionIcon, Button, Group, TextInput, Tooltip } from '@mantine/core'
import { CalendarDays } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import style from './form.module.css'
import { isoNow, type TimeKind, withZone } from './iso-now.ts'
import { useTexts } from './texts.ts'
import { dateFormOf, printTyped, readTyped } from './typed-time.ts'

/** Values that a hint shows in the form of the reader. */
const EXAMPLES: Readonly<Record<TimeKind, readonly string[]>> = {
  date: ['2026-11-22', '2026-11', '2026'],
  datetime: ['2026-11-22T09:30:00', '2026-11'],
  time: ['09:30:00'],
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
  const form = useMemo(() => dateFormOf(navigator.language), [])
  const examples = EXAMPLES[kind]
    .map(each => printTyped(each.includes('T') ? withZone(each, kind) : each, kind, form))
    .join(' · ')
  // The text while somebody types: what it means is stored, and shown afterwards.
  const [typed, setTyped] = useState<string | undefined>(undefined)
  return (
    <Group gap="xs" wrap="nowrap">
      <TextInput
        id={id}
        aria-label={label}
        className={style['time']}
        placeholder={t('Such as {examples}', { examples })}
        error={isInvalid}
        value={typed ?? printTyped(value, kind, form)}
        onChange={event => {
          const text = event.currentTarget.value
          setTyped(text)
          change(readTyped(text, kind, form) ?? text)
        }}
        onBlur={() => setTyped(undefined)}
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
