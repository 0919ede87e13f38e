/** A data value: unit beside its number, range as a bar, abnormal with a mark and a word, code on hover. */
import { Anchor, Code } from '@mantine/core'
import { type RangeFlag, type ValueView, valueText } from '../display/data-value.ts'
import { useTexts } from '../language/use-texts.ts'
import { Hint } from './hint.tsx'
import style from './value.module.css'

const MARKS: Readonly<Record<Exclude<RangeFlag, 'within'>, readonly [mark: string, word: 'high' | 'low']>> = {
  above: ['▲', 'high'],
  below: ['▼', 'low'],
}

type QuantityView = Extract<ValueView, { kind: 'quantity' }>

/** The bar shows half of the range's width on either side of it. */
export function RangeBar({ view: { magnitude, range, unit } }: { readonly view: QuantityView }) {
  const t = useTexts()
  if (range?.low === undefined || range.high === undefined || range.high <= range.low) return null
  const width = range.high - range.low
  const share = (magnitude - (range.low - width / 2)) / (2 * width)
  const left = `${Math.min(97, Math.max(3, share * 100))}%`
  const words = t('Normal {low} to {high} {unit}', { low: range.low, high: range.high, unit })
  return (
    <Hint label={words} className={style['range']} role="img" aria-label={words}>
      <span className={style['dot']} style={{ left }} />
    </Hint>
  )
}

/** The unit as people write it; that of the record is shown on hover. */
function Unit({ view: { unit, recordedUnit } }: { readonly view: QuantityView }) {
  if (unit === recordedUnit || unit === '') return unit
  return (
    <Hint label={recordedUnit} data-unit={recordedUnit}>
      {unit}
    </Hint>
  )
}

interface FlaggedProps {
  readonly view: ValueView
  /** The flag as a word too, not as a mark alone. */
  readonly withWord?: boolean
  /** For tables that have the unit beside the row. */
  readonly withoutUnit?: boolean
}

/** A value with its flag as text. */
export function flaggedText(view: ValueView, word: (flag: 'high' | 'low') => string): string {
  const flag = view.kind === 'quantity' && view.flag !== 'within' ? view.flag : undefined
  const text = valueText(view)
  if (flag === undefined) return text
  const [mark, name] = MARKS[flag]
  return `${mark} ${text} ${word(name)}`
}

/** A value with its flag: a mark, a colour, and a word, which is read aloud where it is not shown. */
export function FlaggedValue({ view, withWord = false, withoutUnit = false }: FlaggedProps) {
  const t = useTexts()
  if (view.kind !== 'quantity') return <Value view={view} />
  const [mark, word] = view.flag && view.flag !== 'within' ? MARKS[view.flag] : []
  return (
    <span
      className={`${style['flagged']} ${mark ? style['abnormal'] : ''}`}
      {...(view.flag ? { 'data-flag': view.flag } : {})}
    >
      {mark ? `${mark} ` : ''}
      <b>{view.text}</b>
      {withoutUnit || view.unit === '' ? null : <>&nbsp;</>}
      {withoutUnit ? null : <Unit view={view} />}
      {word ? <span className={withWord ? '' : style['unseen']}> {t(word)}</span> : null}
    </span>
  )
}

function Quantity({ view }: { readonly view: QuantityView }) {
  return (
    <span className={style['quantity']}>
      <FlaggedValue view={view} withWord />
      <RangeBar view={view} />
    </span>
  )
}

const SHOWN_IMAGE = /^image\/(png|jpeg|gif|webp)$/

function Media({ view }: { readonly view: Extract<ValueView, { kind: 'media' }> }) {
  const { mediaType, data, address, text, size } = view
  const words = `${text} (${mediaType}, ${size} B)`
  if (data !== undefined && SHOWN_IMAGE.test(mediaType))
    return <img className={style['image']} src={`data:${mediaType};base64,${data}`} alt={text} />
  return address === undefined ? <span>{words}</span> : <SafeLink address={address} text={words} />
}

/** Only addresses that a browser opens without running anything. */
function SafeLink({ address, text }: { readonly address: string; readonly text: string }) {
  if (!/^https?:\/\//i.test(address)) return <span className="mono">{text}</span>
  return (
    <Anchor href={address} target="_blank" rel="noreferrer noopener">
      {text}
    </Anchor>
  )
}

export function Value({ view }: { readonly view: ValueView }) {
  const t = useTexts()
  switch (view.kind) {
    case 'quantity':
      return <Quantity view={view} />
    case 'coded':
      return (
        <Hint label={`${view.terminology}::${view.code}`} className={style['coded']} dir="auto">
          {view.text}
        </Hint>
      )
    case 'ordinal':
      return (
        <Hint label={view.code}>
          <b>{view.number}</b> {view.text}
        </Hint>
      )
    case 'time':
      return <Hint label={view.recorded}>{view.text}</Hint>
    case 'link':
      return <SafeLink address={view.address} text={view.text} />
    case 'media':
      return <Media view={view} />
    case 'block':
      return <Code block>{view.text}</Code>
    case 'missing':
      return (
        <em className="dim">
          {view.text || t('not recorded')}
          {view.reason === undefined ? '' : `: ${view.reason}`}
        </em>
      )
    default:
      return (
        <span className={style['text']} dir="auto">
          {view.text}
          {view.detail === undefined ? null : <span className="dim"> {view.detail}</span>}
        </span>
      )
  }
}
