/** The controls of a form, one for each kind of value. */
import { Group, Radio, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { hasTerminology } from '../../parts/terminology-service.ts'
import { PartyField } from '../demographics/party-field.tsx'
import { CodeField } from './code-field.tsx'
import {
  type Control,
  codedParts,
  durationParts,
  durationText,
  fixedDenominator,
  numberFrom,
  type Option,
  partyIn,
  partyParts,
  proportionParts,
  quantityParts,
} from './controls.ts'
import style from './form.module.css'
import { PART_LABELS } from './labels.ts'
import { useTexts } from './texts.ts'
import { TimeField } from './time-field.tsx'
import type { FormValues } from './values.ts'

export interface ControlProps {
  readonly id: string
  readonly label: string
  readonly control: Control
  readonly parts: FormValues
  readonly isInvalid: boolean
  readonly change: (parts: FormValues) => void
}

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value))

type Of<Kind extends Control['kind']> = Omit<ControlProps, 'control'> & {
  readonly control: Extract<Control, { kind: Kind }>
}

/** As many as can be seen at a glance; more are searched. */
const MOST_RADIOS = 5

/** A text of one's own instead of a code. */
function OtherText({ label, parts, change }: Pick<ControlProps, 'label' | 'parts' | 'change'>) {
  const t = useTexts()
  return (
    <TextInput
      aria-label={`${label}: ${t('Another text')}`}
      placeholder={t('Another text')}
      value={textOf(parts['other'])}
      onChange={event => change({ ...codedParts(''), other: event.currentTarget.value })}
    />
  )
}

function CodedChoice({ id, label, control, parts, isInvalid, change }: Of<'coded'>) {
  const code = textOf(parts['code'])
  const choose = (value: string | null) => change(codedParts(value ?? ''))
  return (
    <Stack gap={6}>
      <OptionChoice {...{ id, label, isInvalid }} options={control.options} value={code} choose={choose} />
      {control.isOpen ? <OtherText {...{ label, parts, change }} /> : null}
    </Stack>
  )
}

const CODE_PARTS = ['code', 'value', 'terminology']

function Code({ control: { valueSet, isOpen }, ...rest }: Of<'code'>) {
  if (valueSet === undefined || !hasTerminology())
    return <Parts {...rest} suffixes={isOpen ? [...CODE_PARTS, 'other'] : CODE_PARTS} />
  const { id: _id, ...byHand } = rest
  return (
    <Stack gap={6}>
      <CodeField {...rest} valueSet={valueSet} byHand={<Parts {...byHand} suffixes={CODE_PARTS} />} />
      {isOpen ? <OtherText {...rest} /> : null}
    </Stack>
  )
}

interface OptionProps {
  readonly id: string
  readonly label: string
  readonly isInvalid: boolean
  readonly options: readonly Option[]
  readonly value: string
  readonly choose: (value: string | null) => void
}

/** The label of a field is no part of its group of radio buttons, so the group has a name of its own for screen readers. */
const groupName = (label: string) => ({ label, labelProps: { className: style['groupName'] } })

function OptionChoice({ id, label, isInvalid, options, value, choose }: OptionProps) {
  const t = useTexts()
  const isKnown = value === '' || options.some(option => option.value === value)
  const all = isKnown ? options : [...options, { value, label: value, description: '' }]
  if (all.length > MOST_RADIOS)
    return (
      <Select
        id={id}
        aria-label={label}
        placeholder={t('Choose or search')}
        data={[...all]}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('Clear') }}
        nothingFoundMessage={t('Nothing found')}
        error={isInvalid}
        value={value === '' ? null : value}
        onChange={choose}
      />
    )
  return (
    <Radio.Group value={value} onChange={choose} {...groupName(label)} id={id}>
      <Group gap="md">
        {[...all, { value: '', label: t('Not stated'), description: '' }].map(option => (
          <Radio key={option.value} value={option.value} label={option.label} title={option.description} />
        ))}
      </Group>
    </Radio.Group>
  )
}

function OfferedText({ control, parts, change, ...rest }: Of<'offered'>) {
  const t = useTexts()
  const value = textOf(parts[''])
  return (
    <Stack gap={6}>
      <OptionChoice
        {...rest}
        options={control.options}
        value={control.isOpen && !control.options.some(option => option.value === value) ? '' : value}
        choose={chosen => change({ '': chosen ?? '' })}
      />
      {control.isOpen ? (
        <TextInput
          aria-label={`${rest.label}: ${t('Another text')}`}
          placeholder={t('Another text')}
          value={control.options.some(option => option.value === value) ? '' : value}
          onChange={event => change({ '': event.currentTarget.value })}
        />
      ) : null}
    </Stack>
  )
}

function Quantity({ id, label, control, parts, isInvalid, change }: Of<'quantity'>) {
  const t = useTexts()
  const { units, ranges } = control
  const [only] = units
  const unit = textOf(parts['unit']) || (units.length === 1 ? (only?.value ?? '') : '')
  const range = ranges[unit] ?? ''
  return (
    <Group gap="xs" align="center">
      <TextInput
        id={id}
        aria-label={label}
        inputMode="decimal"
        className={style['number']}
        error={isInvalid}
        value={textOf(parts['magnitude'])}
        onChange={event => change(quantityParts(units, event.currentTarget.value, parts['unit']))}
      />
      {units.length === 1 ? (
        <span>{only?.label}</span>
      ) : units.length > 1 ? (
        <Select
          aria-label={`${label}: ${t('Unit')}`}
          className={style['unit']}
          data={[...units]}
          value={unit === '' ? null : unit}
          onChange={value => change({ unit: value })}
        />
      ) : (
        <TextInput
          aria-label={`${label}: ${t('Unit')}`}
          placeholder={t('Unit')}
          className={style['unit']}
          value={unit}
          onChange={event => change({ unit: event.currentTarget.value })}
        />
      )}
      {range === '' ? null : (
        <Text size="xs" c="dimmed">
          {t('Allowed: {range}', { range })}
        </Text>
      )}
    </Group>
  )
}

function Proportion({ id, label, control, parts, isInvalid, change }: Of<'proportion'>) {
  const t = useTexts()
  const { types } = control
  const fixed = fixedDenominator(types)
  const set = (changed: { numerator?: string; denominator?: string }) =>
    change(proportionParts(types, parts, changed))
  return (
    <Group gap="xs" wrap="nowrap" align="center">
      <TextInput
        id={id}
        aria-label={`${label}: ${t('Numerator')}`}
        inputMode="decimal"
        className={style['number']}
        error={isInvalid}
        value={textOf(parts['numerator'])}
        onChange={event => set({ numerator: event.currentTarget.value })}
      />
      {fixed === 100 ? (
        <span>%</span>
      ) : fixed === 1 ? null : (
        <>
          <span>/</span>
          <TextInput
            aria-label={`${label}: ${t('Denominator')}`}
            inputMode="decimal"
            className={style['number']}
            value={textOf(parts['denominator'])}
            onChange={event => set({ denominator: event.currentTarget.value })}
          />
        </>
      )}
    </Group>
  )
}

function Parts({
  id,
  label,
  suffixes,
  parts,
  isInvalid,
  change,
}: Omit<ControlProps, 'control' | 'id'> & { readonly id?: string; readonly suffixes: readonly string[] }) {
  const t = useTexts()
  return (
    <div className={style['parts']}>
      {suffixes.map((suffix, index) => (
        <TextInput
          key={suffix}
          {...(index === 0 && id !== undefined ? { id } : {})}
          size="sm"
          label={t(PART_LABELS[suffix] ?? 'Value')}
          aria-label={`${label}: ${t(PART_LABELS[suffix] ?? 'Value')}`}
          error={index === 0 && isInvalid}
          value={textOf(parts[suffix])}
          onChange={event => {
            const text = event.currentTarget.value
            const isNumber = suffix === 'size' || suffix === 'ordinal'
            change({ [suffix]: isNumber ? numberFrom(text) : text })
          }}
        />
      ))}
    </div>
  )
}

const REFERENCE_PARTS = ['id', 'id_scheme', 'namespace', 'type']

/** A party of this server by its name; a reference to one of another system stays as it is written. */
function ChosenParty({ id, label, parts, isInvalid, change }: Omit<ControlProps, 'control'>) {
  const party = partyIn(parts)
  if (!party && parts['id'] !== undefined)
    return <Parts {...{ id, label, parts, isInvalid, change }} suffixes={REFERENCE_PARTS} />
  return <PartyField {...{ id, label, party, isInvalid }} change={chosen => change(partyParts(chosen))} />
}

function Duration({ id, label, control, parts, isInvalid, change }: Of<'duration'>) {
  const t = useTexts()
  const word = (part: string) => t(PART_LABELS[part] ?? 'Value')
  const text = textOf(parts[''])
  const given = durationParts(text)
  if (given === undefined)
    return (
      <TextInput
        id={id}
        aria-label={label}
        error={isInvalid}
        value={text}
        onChange={event => change({ '': event.currentTarget.value })}
      />
    )
  return (
    <Group gap="xs">
      {control.parts.map((part, index) => (
        <TextInput
          key={part}
          {...(index === 0 ? { id } : {})}
          size="sm"
          className={style['short']}
          label={word(part)}
          aria-label={`${label}: ${word(part)}`}
          inputMode="numeric"
          error={index === 0 && isInvalid}
          value={given[part] ?? ''}
          onChange={event => {
            const digits = event.currentTarget.value.replace(/[^\d.]/g, '')
            change({ '': durationText({ ...given, [part]: digits }) })
          }}
        />
      ))}
    </Group>
  )
}

function YesNo({ id, label, parts, change }: Omit<ControlProps, 'control'>) {
  const t = useTexts()
  const given = parts['']
  return (
    <Radio.Group
      id={id}
      {...groupName(label)}
      value={given === undefined ? '' : String(given)}
      onChange={value => change({ '': value === '' ? undefined : value === 'true' })}
    >
      <Group gap="md">
        <Radio value="true" label={t('Yes')} />
        <Radio value="false" label={t('No')} />
        <Radio value="" label={t('Not stated')} />
      </Group>
    </Radio.Group>
  )
}

export function FieldControl(props: ControlProps): ReactNode {
  const { control, ...rest } = props
  const { id, label, parts, isInvalid, change } = rest
  switch (control.kind) {
    case 'coded':
      return <CodedChoice {...rest} control={control} />
    case 'offered':
      return <OfferedText {...rest} control={control} />
    case 'quantity':
      return <Quantity {...rest} control={control} />
    case 'proportion':
      return <Proportion {...rest} control={control} />
    case 'duration':
      return <Duration {...rest} control={control} />
    case 'boolean':
      return <YesNo {...rest} />
    case 'party':
      return <ChosenParty {...rest} />
    case 'code':
      return <Code {...rest} control={control} />
    case 'parts':
      return <Parts {...rest} suffixes={control.suffixes} />
    case 'date':
    case 'time':
    case 'datetime':
      return (
        <TimeField
          {...{ id, label, isInvalid }}
          kind={control.kind}
          value={textOf(parts[''])}
          change={value => change({ '': value })}
        />
      )
    case 'number':
      return (
        <TextInput
          id={id}
          aria-label={label}
          inputMode={control.isWhole ? 'numeric' : 'decimal'}
          className={style['number']}
          error={isInvalid}
          value={textOf(parts[control.suffix])}
          onChange={event => change({ [control.suffix]: numberFrom(event.currentTarget.value) })}
        />
      )
    case 'text': {
      const text = {
        id,
        'aria-label': label,
        dir: 'auto',
        error: isInvalid,
        value: textOf(parts[control.suffix]),
        onChange: (event: { currentTarget: { value: string } }) =>
          change({ [control.suffix]: event.currentTarget.value }),
      }
      return control.isLong ? <Textarea autosize maxRows={8} {...text} /> : <TextInput {...text} />
    }
  }
}
