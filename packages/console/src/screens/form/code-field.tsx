/** A code of a value set that the terminology server has, found by its name. */
import { Select, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { codedParts } from './controls.ts'
import { useForm } from './form-state.ts'
import { useOfferedCodes } from './queries.ts'
import { useTexts } from './texts.ts'
import type { FormValues } from './values.ts'

const TYPING_MS = 250

interface Choice {
  readonly value: string
  readonly label: string
  readonly parts: FormValues
}

/** A code alone may be one of several terminologies. */
const keyOf = (terminology: unknown, code: unknown): string => `${terminology ?? ''} ${code}`

const choiceOf = (code: string, terminology: unknown, display: string): Choice => ({
  value: keyOf(terminology, code),
  label: display,
  parts: { ...codedParts(code), value: display, terminology },
})

/** The code that the field has; undefined if it has none. */
function ownChoice({ code, terminology, value }: FormValues): Choice | undefined {
  return typeof code === 'string' ? choiceOf(code, terminology, String(value ?? code)) : undefined
}

interface Props {
  readonly id: string
  readonly label: string
  readonly valueSet: string
  readonly parts: FormValues
  readonly isInvalid: boolean
  readonly change: (parts: FormValues) => void
  /** The controls to write text and code by hand, for when the terminology server is out of reach. */
  readonly byHand: ReactNode
}

export function CodeField({ id, label, valueSet, parts, isInvalid, change, byHand }: Props) {
  const t = useTexts()
  const { language } = useForm()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const own = ownChoice(parts)
  // The name of the chosen code stands in the field, and is nothing to search for.
  const text = typed === own?.label ? '' : typed.trim()
  const [filter] = useDebouncedValue(text, TYPING_MS)
  const { data = [], isFetching, isError } = useOfferedCodes({ valueSet, filter, language }, isOpen)
  // Codes that were found for an earlier text are not offered: somebody could choose one by mistake.
  const isCurrent = filter === text
  const found = new Map(
    (isCurrent ? data : [])
      .map(each => choiceOf(each.code, each.terminology, each.display))
      .map(each => [each.value, each]),
  )
  const choices = own && !found.has(own.value) ? [...found.values(), own] : [...found.values()]
  return (
    <Stack gap={6}>
      <Select
        id={id}
        aria-label={label}
        placeholder={t('Choose or search')}
        data={choices.map(({ value, label: words }) => ({ value, label: words }))}
        // The terminology server has filtered them, by other spellings too.
        filter={({ options }) => options}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('Clear') }}
        nothingFoundMessage={isFetching || !isCurrent ? t('Loading') : t('Nothing found')}
        error={isInvalid}
        value={own?.value ?? null}
        onSearchChange={setTyped}
        onDropdownOpen={() => setOpen(true)}
        onChange={key => change(choices.find(({ value }) => value === key)?.parts ?? codedParts(''))}
      />
      {isError ? (
        <>
          <Text size="sm">
            {t('The codes cannot be searched at the moment. Write text and code by hand.')}
          </Text>
          {byHand}
        </>
      ) : null}
    </Stack>
  )
}
